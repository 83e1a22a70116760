import { levelsOf, type Axis, type OwnNumber } from "../tensorflow/engine";

/** Where a device is in a mesh: its place on every axis, from 0. */
export type Coordinates = Readonly<Record<string, number>>;

/** The number of devices on axes. */
export const sizeOf = (axes: readonly Axis[]): number => axes.reduce((product, { size }) => product * size, 1);

/** The place of a device in a mesh, by its number in the whole of it: the last axis counts fastest. */
export function coordinatesOf(device: number, axes: readonly Axis[]): Coordinates {
  let rest = device;
  const places: Record<string, number> = {};
  for (const { name, size } of [...axes].reverse()) {
    places[name] = rest % size;
    rest = Math.floor(rest / size);
  }
  return places;
}

/** The reverse of {@link coordinatesOf}, on the axes that are given. */
const numberAt = (places: Coordinates, axes: readonly Axis[]): number =>
  axes.reduce((number, { name, size }) => number * size + places[name], 0);

// TensorFlow knows a group by its key for as long as it runs. The strategies count theirs from 1.
let nextKey = 1_000_000;

/**
 * What each device of a mesh has for itself. All processes compute the same keys for the same groups, if they make the same meshes in
 * the same order.
 */
export class MeshNumbers {
  private readonly firstKeys = new Map<string, number>();

  constructor(private readonly axes: readonly Axis[]) {
    for (const { name, size } of axes) {
      this.firstKeys.set(name, nextKey);
      nextKey += (3 + size * size) * sizeOf(axes);
    }
  }

  /** A device's number. @param places The device's. */
  of(number: OwnNumber, places: Coordinates): number {
    const place = places[number.axis];
    if (number.what === "place") return place;
    const { axes } = this;
    const { size } = axes.find(({ name }) => name === number.axis)!; // the mesh's own axis
    const first = this.firstKeys.get(number.axis)!; // set for every axis
    const others = numberAt(
      places,
      axes.filter(({ name }) => name !== number.axis),
    );
    // Kinds of groups follow each other: everybody along the axis, two levels of an exchange, pairs in either direction.
    switch (number.what) {
      case "group":
        return first + others;
      case "level": {
        const [, inner] = levelsOf(size)!; // an exchange without levels has no such group
        const [outerPlace, innerPlace] = [Math.floor(place / inner), place % inner];
        const among = number.level === 0 ? innerPlace : outerPlace;
        return first + (1 + number.level) * sizeOf(axes) + others * size + among;
      }
      case "pair":
        return first + (3 + number.from * size + number.to) * sizeOf(axes) + others;
    }
  }
}
