import type { Notebook } from "../../notebooks/notebook";
import { giveBackUser, takeUser } from "./account";
import { whyNoSandbox } from "./bubblewrap";
import { systemBytes, usualLimits, type Limits } from "./limits";
import { memoryGroup } from "./memory-group";
import { cellsOf, orderOf, type StudentFile } from "./order";
import { endOf, type SandboxOutcome } from "./outcome";
import { Report } from "./report";
import { Sandbox, noMemoryLeft, type Ended } from "./sandbox";
import { Turns } from "./turns";
import { endedForMemory, freeMemory } from "./watch";

/** A notebook to run. */
interface SandboxRun {
  /** Its code cells run in order. Errors do not end the run. */
  notebook: Notebook;
  /** The student's own files. */
  files: readonly StudentFile[];
  /** Text of the JSON file that `$WORKBOOK_QUESTIONS` names. */
  questions: string;
  /** The folder of the release whose kernel and programs it gets; default: this one. */
  root?: string;
}

interface SandboxOptions {
  limits?: Partial<Limits>;
  signal?: AbortSignal;
}

const turns = new Turns();

/**
 * Runs a notebook's cells on the course kernel in a sandbox. They have no network, see nothing but the installation's
 * programs, stay within limits, and leave no process behind. Do not trust the outcome: the notebook can write anything in it.
 *
 * Where no control group counts memory, one sandbox can take all of the machine's memory, and Linux may then end processes of
 * another. Where an ordinary user grades, Linux also counts some things for all sandboxes together, by the user's id. Every run
 * that this may have hit is repeated alone. The one that ends so again is at fault.
 * @returns the cells that ran and why the run ended, whether or not the submission is at fault
 * @throws one line if there can be no sandbox
 */
export async function runInSandbox(
  run: SandboxRun,
  { limits: changed, signal }: SandboxOptions = {},
): Promise<SandboxOutcome> {
  const reason = whyNoSandbox();
  if (reason !== undefined) throw new Error(reason);
  const limits: Limits = { ...usualLimits, ...changed };
  const { value: first, beside } = await turns.together(() => runOnce(run, limits, signal));
  if (!mayBeOthers(first, beside) || signal?.aborted) return first.outcome;
  return turns.alone(async () => {
    const enough = freeMemory() - limits.machineBytes > limits.memoryBytes;
    const alone = await runOnce(run, limits, signal);
    if (!alone.lackedMemory || !enough) return alone.outcome;
    return { ...alone.outcome, end: endOf("memory", limits, { cell: alone.outcome.end.cell }) };
  });
}

/** One run of a notebook. */
interface Run {
  outcome: SandboxOutcome;
  /** Whether it may have ended because the machine had no memory left, whoever took it. */
  lackedMemory: boolean;
  /** Whether its user id is that of other sandboxes, too. */
  sharedUser: boolean;
}

/** Whether another run may be why a run ended. */
export const mayBeOthers = ({ outcome, lackedMemory, sharedUser }: Run, beside: boolean): boolean =>
  lackedMemory || (sharedUser && beside && broken(outcome));

/** Whether a run ended as it also would if another one had taken what it needs. */
const broken = ({ end }: SandboxOutcome): boolean => end.kind === "kernel" || end.kind === "failed";

async function runOnce(run: SandboxRun, limits: Limits, signal: AbortSignal | undefined): Promise<Run> {
  const cells = cellsOf(run.notebook);
  const order = await orderOf(cells, run.files, limits);
  const user = process.getuid?.() === 0 ? takeUser() : undefined;
  const group = memoryGroup(limits.memoryBytes + limits.diskBytes + systemBytes);
  const [started, endedBefore] = [performance.now(), endedForMemory()];
  try {
    const report = new Report(cells.map(({ cell }) => cell));
    const ended = await new Sandbox(limits, report, signal).run(order, { ...run, user, group });
    if (group?.overflowed()) ended.because = { kind: "memory" };
    const outcome: SandboxOutcome = {
      ...outcomeOf(report, ended, limits),
      seconds: (performance.now() - started) / 1000,
    };
    const lost = group === undefined && endedForMemory() > endedBefore && broken(outcome);
    const lackedMemory = lost || ended.because?.detail === noMemoryLeft;
    return { outcome, lackedMemory, sharedUser: user === undefined };
  } finally {
    if (user !== undefined) giveBackUser(user);
    await group?.remove();
  }
}

function outcomeOf(report: Report, { because, lastWords }: Ended, limits: Limits): Omit<SandboxOutcome, "seconds"> {
  const begun = report.running !== undefined || report.cells.length > 0;
  const last = report.cells.at(-1);
  const cell = report.running ?? (last?.status === "ok" || last?.status === "error" ? undefined : last?.cell);
  const reported = report.end ?? { kind: "failed", detail: lastWords };
  // Once a cell runs, it is responsible for any failure of the program that runs it.
  const { kind, detail } =
    because ?? (reported.kind === "failed" && begun ? { ...reported, kind: "kernel" } : reported);
  const cells = report.cells;
  if (report.running !== undefined) cells.push({ cell: report.running, status: "died", outputs: "[]", cut: false });
  return { cells, end: endOf(kind, limits, { cell: kind === "finished" ? undefined : cell, detail }) };
}
