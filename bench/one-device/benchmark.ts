import type { Plan, Precision } from "../workers/protocol";
import { Worker, type WorkerCommand } from "../workers/worker";
import type { Contender } from "./contenders";
import type { ContenderResult } from "./result";

/** How long to measure. */
export interface Extent {
  rounds: number;
  /** Steps of each contender in each round. */
  steps: number;
}

interface Entrant {
  result: ContenderResult;
  worker: Worker;
}

/**
 * Lets contenders of one precision take turns: what they need is installed; all are started, one after the other; then in each round each of them
 * trains some steps while the others sleep, so that whatever disturbs the machine disturbs all alike. Each round begins
 * with another contender. One that fails is left out from there on, with the reason.
 */
export async function takeTurns(
  contenders: readonly Contender[],
  precision: Precision,
  plan: Omit<Plan, "precision">,
  { rounds, steps }: Extent,
  say: (line: string) => void,
): Promise<ContenderResult[]> {
  const results: ContenderResult[] = [];
  const entrants: Entrant[] = [];
  try {
    const commands: { result: ContenderResult; command: WorkerCommand }[] = [];
    for (const contender of contenders) {
      const result: ContenderResult = { name: contender.name, peer: contender.peer, precision, rounds: [] };
      results.push(result);
      await attempt(result, say, async () => {
        commands.push({ result, command: await contender.command(say) });
      });
    }
    for (const { result, command } of commands) {
      await attempt(result, say, async () => {
        entrants.push(await start(result, command, { ...plan, precision }, say));
      });
    }
    for (let round = 0; round < rounds; round++) {
      const running = entrants.filter(({ result }) => result.failed === undefined);
      for (const entrant of rotated(running, round)) {
        await attempt(entrant.result, say, () => turn(entrant, running, steps));
      }
      say(`${precision}, round ${round + 1} of ${rounds}: ${running.map(describe).join(", ")}`);
    }
  } finally {
    await Promise.all(entrants.map(({ worker }) => worker.stop()));
  }
  return results;
}

async function start(
  result: ContenderResult,
  command: WorkerCommand,
  plan: Plan,
  say: (line: string) => void,
): Promise<Entrant> {
  const worker = new Worker(`${result.name}, ${plan.precision}`, command, plan);
  try {
    const { firstStepSeconds, secondsToFirstStep, about } = await worker.start();
    Object.assign(result, { firstStepSeconds, secondsToFirstStep, does: about.does, versions: about.versions });
    say(`${worker.name}: first step after ${secondsToFirstStep.toFixed(1)} s`);
    return { result, worker };
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

async function turn({ result, worker }: Entrant, all: readonly Entrant[], steps: number): Promise<void> {
  const idle = all
    .filter((each) => each.worker !== worker)
    .map((each) => ({ each, before: each.worker.processorSeconds() }));
  const start = worker.processorSeconds();
  const { seconds, loss, peakMemoryBytes } = await worker.train(steps);
  result.rounds.push({ seconds, loss, processorSeconds: worker.processorSeconds() - start });
  result.peakMemoryBytes = peakMemoryBytes;
  for (const { each, before } of idle) {
    const used = each.worker.processorSeconds() - before;
    each.result.idleProcessorSeconds = (each.result.idleProcessorSeconds ?? 0) + Math.max(0, used);
  }
}

async function attempt(
  result: ContenderResult,
  say: (line: string) => void,
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    result.failed = (error as Error).message;
    say(result.failed);
  }
}

/** The same in turn, beginning with another one. */
export function rotated<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function describe({ result }: Entrant): string {
  const seconds = result.rounds.at(-1)?.seconds ?? [];
  const middle = [...seconds].sort((a, b) => a - b)[seconds.length >> 1] ?? NaN;
  return `${result.name} ${(middle * 1000).toFixed(0)} ms`;
}
