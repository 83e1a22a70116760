import type { Output } from "../../notebooks/notebook";
import { bytesInWords, mostFiles, type Limits } from "./limits";

/** The report on one code cell, as it leaves the sandbox. */
export interface CellReport {
  /** Its index among the notebook's cells. */
  cell: number;
  /** `time`: it was interrupted; `died`: the run ended in it. */
  status: "ok" | "error" | "time" | "died";
  /** JSON, or anything that a submission wrote in its place; `readOutputs` parses it. */
  outputs: string;
  /** Whether outputs were left out because there were too many. */
  cut: boolean;
}

/** The result of one code cell. */
export interface CellResult extends Omit<CellReport, "outputs"> {
  outputs: Output[];
}

/** How a run ended. `failed`: as far as is known, not because of the submission. */
export type EndKind =
  "finished" | "time" | "memory" | "processes" | "descriptors" | "disk" | "output" | "kernel" | "failed";

export interface End {
  kind: EndKind;
  /** The index of the cell in which it ended. */
  cell?: number;
  /** One line for the student. */
  message: string;
}

/** The outcome of a notebook in the sandbox: the cells that ran, in order, and why the run ended. */
export interface SandboxOutcome {
  cells: CellReport[];
  end: End;
  seconds: number;
}

/**
 * Describes an end.
 * @param detail what went wrong, for `failed`
 */
export function endOf(kind: EndKind, limits: Limits, { cell, detail }: { cell?: number; detail?: string } = {}): End {
  return { kind, ...(cell === undefined ? {} : { cell }), message: messages[kind](limits, detail ?? "") };
}

const messages: Record<EndKind, (limits: Limits, detail: string) => string> = {
  finished: () => "All cells were run.",
  time: ({ seconds, cellSeconds }) =>
    `The run was ended because it took too long: a cell has ${cellSeconds} s of a processor's time, all cells together ${seconds} s.`,
  memory: ({ memoryBytes }) => `The run was ended because it needed more than ${bytesInWords(memoryBytes)} of memory.`,
  processes: ({ processes }) =>
    `The run was ended because it started too many processes and threads: it may have ${processes}.`,
  descriptors: ({ descriptors }) =>
    `The run was ended because it opened too many files and connections: it may have ${descriptors} at a time.`,
  disk: ({ diskBytes }) =>
    `The run was ended because it filled its disk: it may write ${bytesInWords(diskBytes)} in ${mostFiles} files.`,
  output: ({ outputBytes }) =>
    `The run was ended because it printed or showed too much: ${bytesInWords(outputBytes)} are kept.`,
  kernel: () => "The run was ended because a cell ended the notebook's kernel.",
  failed: (_, detail) =>
    `The run failed${detail === "" ? "." : `: ${detail.replace(/\s+/g, " ").trim().slice(0, 300)}`}`,
};
