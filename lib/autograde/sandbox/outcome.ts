import type { Output } from "../../notebooks/notebook";
import { bytesInWords, mostFiles, type Limits } from "./limits";

/** What came of one code cell, as it came out of the sandbox. */
export interface CellReport {
  /** Its index among the notebook's cells. */
  cell: number;
  /** `time`: it was interrupted; `died`: the run ended in it. */
  status: "ok" | "error" | "time" | "died";
  /** JSON, or anything that a submission wrote in its place: `readOutputs` reads it. */
  outputs: string;
  /** Whether outputs were left out: there was too much. */
  cut: boolean;
}

/** What came of one code cell. */
export interface CellResult extends Omit<CellReport, "outputs"> {
  outputs: Output[];
}

/** How a run came to its end. `failed`: for no reason of the submission's own, as far as is known. */
export type EndKind = "finished" | "time" | "memory" | "processes" | "disk" | "output" | "kernel" | "failed";

/** The end of a run. */
export interface End {
  kind: EndKind;
  /** The index of the cell it ended in. */
  cell?: number;
  /** One line that a student understands. */
  message: string;
}

/** What came of a notebook in the sandbox: the cells that ran, in order, and why it ended. */
export interface SandboxOutcome {
  cells: CellReport[];
  end: End;
  seconds: number;
}

/**
 * An end in words.
 * @param detail of a failure, what went wrong
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
  disk: ({ diskBytes }) =>
    `The run was ended because it filled its disk: it may write ${bytesInWords(diskBytes)} in ${mostFiles} files.`,
  output: ({ outputBytes }) =>
    `The run was ended because it printed or showed too much: ${bytesInWords(outputBytes)} are kept.`,
  kernel: () => "The run was ended because a cell ended the notebook's kernel.",
  failed: (_, detail) =>
    `The run failed${detail === "" ? "." : `: ${detail.replace(/\s+/g, " ").trim().slice(0, 300)}`}`,
};
