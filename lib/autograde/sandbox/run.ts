import type { Notebook } from "../../notebooks/notebook";
import { giveBackUser, takeUser } from "./account";
import { whyNoSandbox } from "./bubblewrap";
import { systemBytes, usualLimits, type Limits } from "./limits";
import { memoryGroup } from "./memory-group";
import { cellsOf, orderOf, type GivenFile } from "./order";
import { endOf, type SandboxOutcome } from "./outcome";
import { Report } from "./report";
import { Sandbox, starved, type Ended } from "./sandbox";
import { Turns } from "./turns";
import { endedForMemory, freeMemory } from "./watch";

/** What is to be run. */
export interface SandboxRun {
  /** Its code cells run in order; errors do not end the run. */
  notebook: Notebook;
  /** The student's own files. */
  files: readonly GivenFile[];
  /** The text of a JSON file, which cells find at `$WORKBOOK_QUESTIONS`. */
  questions: string;
}

/** How a run is limited, and ended from outside. */
export interface SandboxOptions {
  limits?: Partial<Limits>;
  signal?: AbortSignal;
}

const turns = new Turns();

/**
 * Runs a notebook's cells on the course kernel in a sandbox: without a network, without sight of anything but the installation's
 * programs, within limits, and with nothing that outlives it. What comes out is what the notebook says: it is not to be trusted.
 *
 * Where nothing counts what the system keeps for a sandbox, one can take all of the machine's memory, and Linux then ends
 * processes of another. Whatever ran by then runs once more, one at a time: who takes it all again is who took it.
 * @returns however it ended, a submission's doing or not, the cells that ran and why the run ended
 * @throws one line where there can be no sandbox
 */
export async function runInSandbox(
  run: SandboxRun,
  { limits: given, signal }: SandboxOptions = {},
): Promise<SandboxOutcome> {
  const reason = whyNoSandbox();
  if (reason !== undefined) throw new Error(reason);
  const limits: Limits = { ...usualLimits, ...given };
  const { outcome, wantedMemory } = await turns.together(() => runOnce(run, limits, signal));
  if (!wantedMemory || signal?.aborted) return outcome;
  return turns.alone(async () => {
    const enough = freeMemory() - limits.machineBytes > limits.memoryBytes;
    const alone = await runOnce(run, limits, signal);
    if (!alone.wantedMemory || !enough) return alone.outcome;
    return { ...alone.outcome, end: endOf("memory", limits, { cell: alone.outcome.end.cell }) };
  });
}

/** @returns also whether it ended while this machine had no memory left, whoever took it. */
async function runOnce(
  run: SandboxRun,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<{ outcome: SandboxOutcome; wantedMemory: boolean }> {
  const cells = cellsOf(run.notebook);
  const order = await orderOf(cells, run.files, limits);
  const user = process.getuid?.() === 0 ? takeUser() : undefined;
  const group = memoryGroup(limits.memoryBytes + limits.diskBytes + systemBytes);
  const [started, endedBefore] = [performance.now(), endedForMemory()];
  try {
    const report = new Report(cells.map(({ cell }) => cell));
    const ended = await new Sandbox(limits, report, signal).run(order, { questions: run.questions, user, group });
    if (group?.overflowed()) ended.because = { kind: "memory" };
    const came = { ...outcome(report, ended, limits), seconds: (performance.now() - started) / 1000 };
    const lost = group === undefined && endedForMemory() > endedBefore && ["kernel", "failed"].includes(came.end.kind);
    return { outcome: came, wantedMemory: lost || ended.because?.detail === starved };
  } finally {
    if (user !== undefined) giveBackUser(user);
    await group?.remove();
  }
}

function outcome(report: Report, { because, lastWords }: Ended, limits: Limits): Omit<SandboxOutcome, "seconds"> {
  const begun = report.running !== undefined || report.cells.length > 0;
  const last = report.cells.at(-1);
  const cell = report.running ?? (last?.status === "ok" || last?.status === "error" ? undefined : last?.cell);
  const said = report.end ?? { kind: "failed", detail: lastWords };
  // Once a cell runs, whatever makes the program beside it fail is that cell's doing.
  const { kind, detail } = because ?? (said.kind === "failed" && begun ? { ...said, kind: "kernel" } : said);
  const cells = report.cells;
  if (report.running !== undefined) cells.push({ cell: report.running, status: "died", outputs: "[]", cut: false });
  return { cells, end: endOf(kind, limits, { cell: kind === "finished" ? undefined : cell, detail }) };
}
