/** Limits of a run in the sandbox. */
export interface Limits {
  /** Processor seconds of the whole run. A busy machine does not add to them, so it costs nobody points. */
  seconds: number;
  /** Processor seconds after which one cell is interrupted. */
  cellSeconds: number;
  /** Memory of all processes together, and of each. */
  memoryBytes: number;
  /** Processes and threads. */
  processes: number;
  /** Open files, connections, and the like, of all processes together. Linux counts some of them for a user. */
  descriptors: number;
  /** The size of its files, which are in memory and not on a disk. */
  diskBytes: number;
  /** The size of all outputs as JSON. */
  outputBytes: number;
  /** Free memory that the machine must keep, where no control group limits what the system stores for a sandbox. */
  machineBytes: number;
}

/** Several times what the instructor's solutions take. */
export const usualLimits: Limits = {
  seconds: 180,
  cellSeconds: 30,
  memoryBytes: 3 * 2 ** 30,
  processes: 256,
  descriptors: 1024,
  diskBytes: 256 * 2 ** 20,
  outputBytes: 8_000_000,
  machineBytes: 256 * 2 ** 20,
};

/** What the system may store for a sandbox besides memory and files (buffers, tables), where a control group counts it. */
export const systemBytes = 512 * 2 ** 20;

/** Seconds by the clock that a cell or a run may last for each processor second of its limit; waiting takes no processor. */
export const patience = 4;

/** The most bytes of one cell's outputs, and again of its answers. */
export const cellOutputBytes = ({ outputBytes }: Limits): number => Math.ceil(outputBytes / 4);

/** Seconds that a cell may be silent beyond its time, for starting, interrupting, and reporting. */
export const silentSeconds = 30;

/** The most files and folders: even an empty one takes the system's memory. */
export const mostFiles = 50_000;

/** A number of bytes as people read it. */
export function bytesInWords(bytes: number): string {
  const [unit, size] = bytes >= 2 ** 30 ? ["GiB", 2 ** 30] : ["MiB", 2 ** 20];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}
