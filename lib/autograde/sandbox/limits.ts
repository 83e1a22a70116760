/** What a run in the sandbox may take. */
export interface Limits {
  /** Processor seconds of the whole run: a busy machine adds none to them, so it costs nobody points. */
  seconds: number;
  /** Processor seconds of one cell, which is then interrupted. */
  cellSeconds: number;
  /** Memory of all its processes together, and of each. */
  memoryBytes: number;
  /** Processes and threads. */
  processes: number;
  /** The size of all that it writes, which lies in memory and on no disk. */
  diskBytes: number;
  /** The size of all cells' outputs as JSON. */
  outputBytes: number;
  /** What must be left of this machine's memory, where nothing else limits what the system keeps for a sandbox. */
  machineBytes: number;
}

/** Several times what the instructor's solutions of the lessons take. */
export const usualLimits: Limits = {
  seconds: 180,
  cellSeconds: 30,
  memoryBytes: 3 * 2 ** 30,
  processes: 256,
  diskBytes: 256 * 2 ** 20,
  outputBytes: 8_000_000,
  machineBytes: 256 * 2 ** 20,
};

/** What the system may keep for a sandbox beside its memory and its disk, where that is counted: buffers, tables, programs. */
export const systemBytes = 512 * 2 ** 20;

/** How long a cell or a run may last for each processor second that it may take: some wait, and do nothing. */
export const patience = 4;

/** What is kept of one cell's outputs, and as much again of its answers. */
export const cellOutputBytes = ({ outputBytes }: Limits): number => Math.ceil(outputBytes / 4);

/** How long nothing may be heard of a cell beyond its time: starting, interrupting and reporting take some. */
export const silentSeconds = 30;

/** Files and folders: each takes the system's memory, even when it is empty. */
export const mostFiles = 50_000;

/** A number of bytes as people read it. */
export function bytesInWords(bytes: number): string {
  const [unit, size] = bytes >= 2 ** 30 ? ["GiB", 2 ** 30] : ["MiB", 2 ** 20];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}
