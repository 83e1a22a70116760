/** An axis of a mesh of devices. The devices along it share their places on all other axes, and form a group. */
export interface Axis {
  readonly name: string;
  /** The number of devices along it. */
  readonly size: number;
}

/**
 * TensorFlow names what two devices send each other by their places without a separator, so that from 12 devices on two names are the
 * same ("Second consumer arrived for key ..."). A group that is larger exchanges in two levels.
 */
const MOST_AT_ONCE = 11;

/** The levels in which a group exchanges: numbers of devices whose product is the group's; undefined where there are none. */
export function levelsOf(size: number): readonly number[] | undefined {
  if (size <= MOST_AT_ONCE) return [size];
  const inner = Array.from({ length: MOST_AT_ONCE - 1 }, (_, index) => MOST_AT_ONCE - index).find(
    (divisor) => size % divisor === 0 && size / divisor <= MOST_AT_ONCE,
  );
  return inner === undefined ? undefined : [size / inner, inner];
}

/**
 * A whole number that each replica has for itself, and gets as an input of its graph, so that one recording serves all: its place
 * along an axis, from 0, or the key of a group to which it belongs. That is all devices along the axis, those of one level of their
 * exchange (see {@link levelsOf}), or two of them, for what one sends to the other.
 */
export type OwnNumber = { axis: string } & (
  { what: "place" } | { what: "group" } | { what: "level"; level: number } | { what: "pair"; from: number; to: number }
);
