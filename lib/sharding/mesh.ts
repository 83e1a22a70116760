import { MirroredStrategy, MultiWorkerMirroredStrategy } from "../strategy";
import type { Cluster, Communication, MirroredOptions, MultiWorkerOptions, Placement, Team } from "../strategy";
import { isDeterministic } from "../tensorflow/backend";
import { captureReplicas, type Axis, type CaptureOptions, type Captured, type OwnNumber } from "../tensorflow/engine";
import { MOST_DEVICES } from "./limits";
import { meet } from "./meeting";
import { coordinatesOf, MeshNumbers, sizeOf, type Coordinates } from "./mesh-numbers";

/** The lengths of a mesh's axes by their names, the one whose neighbours are farthest apart first: `{ data: 2, tensor: 4 }`. */
export type MeshShape = Readonly<Record<string, number>>;

/** How to start the devices of a mesh. */
export interface MeshOptions
  extends Omit<MirroredOptions, "devices">, Pick<MultiWorkerOptions, "timeoutSeconds" | "mostStepSeconds"> {
  /** This process and the others, if there are any, as `resolveCluster` returns them. Default: this process has all devices. */
  cluster?: Cluster;
}

/**
 * Lays all devices of all processes out as a grid with named axes. Devices along the last axis are neighbours: give it what
 * communicates most, so that it stays inside a node. Every process runs the same program; a process has as many devices as another.
 * Without GPUs, the devices are logical ones that share the machine's cores.
 * @example const grid = mesh({ data: 2, tensor: 2 });
 * @throws one line when the axes do not fit the processes, or there are fewer devices.
 */
export function mesh(shape: MeshShape, options: MeshOptions = {}): Mesh {
  const axes = Object.entries(shape).map(([name, size]) => ({ name, size }));
  const wrong = axes.find(({ size }) => !Number.isInteger(size) || size < 1);
  if (wrong) throw new Error(`The axis ${wrong.name} has ${wrong.size} devices, but must have a whole number from 1.`);
  const { cluster, timeoutSeconds, mostStepSeconds, ...started } = options;
  const [total, processes] = [sizeOf(axes), cluster?.members.length ?? 1];
  if (total > MOST_DEVICES)
    throw new Error(`The mesh has ${total} devices, but may have ${MOST_DEVICES}: shorten its axes.`);
  if (total % processes !== 0) {
    throw new Error(
      `A mesh of ${total} devices cannot be divided among ${processes} processes: choose axes whose product is a multiple of ${processes}.`,
    );
  }
  const devices = total / processes;
  const strategy =
    cluster && processes > 1
      ? new MultiWorkerMirroredStrategy({ ...started, cluster, timeoutSeconds, mostStepSeconds, devices })
      : new MirroredStrategy({ ...started, devices });
  return new Mesh(axes, strategy);
}

/** What a mesh needs of the strategy that has started its devices. */
type Started = Pick<MirroredStrategy, "devices" | "communication" | "placement" | "team" | "dispose">;

/** The devices of a strategy whose axes are chosen by numbers, or a mesh that is there. */
export interface MeshChoice extends MeshOptions {
  /** Default: one is made, of the axes that the other options name. */
  mesh?: Mesh;
}

/**
 * The mesh of a strategy.
 * @param shape The lengths of the axes that were chosen.
 * @param needed The axis that it must have, and the option that gives its length.
 * @throws one line when it has none, or something is chosen beside a mesh that is given.
 */
export function meshFor<T extends MeshChoice>(
  { mesh: given, ...options }: T,
  shape: Partial<MeshShape>,
  [needed, option]: [axis: string, option: string],
): Mesh {
  const isChosen = ([, value]: [string, unknown]): boolean => value !== undefined;
  const axes = Object.entries(shape).filter(isChosen);
  if (!given) {
    if (shape[needed] !== undefined) return mesh(Object.fromEntries(axes) as MeshShape, options);
    throw new Error(`Nothing says how many devices there are along the axis ${needed}: give ${option}, or a mesh.`);
  }
  given.axis(needed);
  const beside = [...axes, ...Object.entries(options)]
    .filter(isChosen)
    .map(([name]) => (name === needed ? option : name));
  if (beside.length === 0) return given;
  throw new Error(
    `The mesh says where devices are, and was started with its own options: leave out ${beside.join(", ")}.`,
  );
}

/** Devices in a grid, see {@link mesh}. */
export class Mesh {
  /** The processes that compute together, where there are several. */
  readonly team?: Team;
  private readonly placement: Placement;
  private readonly numbers: MeshNumbers;
  private hasMet = false;

  constructor(
    readonly axes: readonly Axis[],
    private readonly started: Started,
  ) {
    const { watch } = started.placement;
    const stepBegins = (): void => {
      this.meetOnce();
      watch?.stepBegins();
    };
    this.placement = { ...started.placement, watch: { stepBegins, stepEnds: () => watch?.stepEnds() } };
    this.team = started.team;
    this.numbers = new MeshNumbers(axes);
  }

  /** The number of devices in all processes. */
  get size(): number {
    return sizeOf(this.axes);
  }

  /** The names of this process's devices in run records: `CPU:0`. */
  get deviceNames(): readonly string[] {
    return this.started.devices;
  }

  /** How gradients travel. */
  get communication(): Communication {
    return this.started.communication;
  }

  /** Whether devices may come to sums of the same numbers that differ in their last bits. */
  get roundsDifferently(): boolean {
    return this.deviceNames[0].startsWith("GPU") && !isDeterministic();
  }

  /** TensorFlow's names of this process's devices. */
  get devices(): readonly string[] {
    return this.placement.devices;
  }

  /** @throws one line when the mesh has no such axis. */
  axis(name: string): Axis {
    const found = this.axes.find((axis) => axis.name === name);
    if (found) return found;
    throw new Error(`The mesh has no axis ${name}: it has ${this.axes.map((axis) => axis.name).join(", ")}.`);
  }

  /** The places of this process's devices. */
  get coordinates(): Coordinates[] {
    const { devices, firstReplica = 0 } = this.placement;
    return devices.map((_, index) => coordinatesOf(firstReplica + index, this.axes));
  }

  /**
   * Makes one graph of a step for all devices of this process, see `captureReplicas` of the engine. Inside, the collectives exchange
   * along an axis.
   * @param split Gives each of this process's devices its arguments, by its place. A number or a text among them makes a recording of its own.
   */
  capture<C extends unknown[], A extends unknown[], R>(
    fn: (...args: A) => R,
    split: (place: Coordinates, ...args: C) => [...A],
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<C, R> {
    const { coordinates, numbers, placement } = this;
    const each = (...args: C): A[] => coordinates.map((place) => split(place, ...args));
    const numberOf = (number: OwnNumber, replica: number): number => numbers.of(number, coordinates[replica]);
    return captureReplicas(fn, each, { name: fn.name, ...options, ...placement, numberOf });
  }

  /** The key of the group along an axis to which the device at a place belongs. */
  groupAt(place: Coordinates, { name: axis }: Axis): number {
    return this.numbers.of({ axis, what: "group" }, place);
  }

  private meetOnce(): void {
    if (this.hasMet || !(this.team || this.communication.collectives === "nccl")) return;
    this.hasMet = true; // a meeting has steps, too
    try {
      meet(this);
    } catch (error) {
      this.hasMet = false;
      throw error;
    }
  }

  dispose(): void {
    this.started.dispose();
  }
}
