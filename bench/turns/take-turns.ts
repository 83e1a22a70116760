import { mean } from "simple-statistics";
import { Worker, type WorkerCommand } from "../workers/worker";
import type { Contender } from "./contender";
import type { Turns } from "./result";

/** How long to measure. */
export interface Extent {
  rounds: number;
  /** The number of steps of each contender in each round. */
  steps: number;
}

interface Entrant {
  result: Turns;
  worker: Worker;
}

/**
 * Lets contenders take turns. First everything that they need is installed, then they are started one after the other. In each
 * round each of them trains some steps while the others sleep, so that any disturbance of the machine affects all alike. Each
 * round begins with another contender. A contender that fails is left out from then on, and its result has the reason.
 * @param group The group's name, for messages.
 * @returns the results of the contenders, in their order.
 */
export async function takeTurns(
  group: string,
  contenders: readonly Contender<object>[],
  { rounds, steps }: Extent,
  say: (line: string) => void,
): Promise<Turns[]> {
  const results = contenders.map(({ name }): Turns => ({ name, rounds: [] }));
  const entrants: Entrant[] = [];
  try {
    const commands = new Map<Turns, WorkerCommand>();
    for (const [index, result] of results.entries()) {
      await attempt(result, say, async () => {
        commands.set(result, await contenders[index].command(say));
      });
    }
    for (const [index, result] of results.entries()) {
      const command = commands.get(result);
      if (command === undefined) continue;
      await attempt(result, say, async () => {
        const worker = new Worker(`${result.name}, ${group}`, command, contenders[index].plan);
        entrants.push({ result, worker });
        await start(result, worker, say);
      });
    }
    for (let round = 0; round < rounds; round++) {
      const running = entrants.filter(({ result }) => result.failed === undefined);
      for (const entrant of rotated(running, round)) {
        await attempt(entrant.result, say, () => turn(entrant, steps));
      }
      say(`${group}, round ${round + 1} of ${rounds}: ${running.map(describe).join(", ")}`);
    }
  } finally {
    await Promise.all(entrants.map(({ worker }) => worker.stop()));
  }
  return results;
}

async function start(result: Turns, worker: Worker, say: (line: string) => void): Promise<void> {
  try {
    const { firstStepSeconds, secondsToFirstStep, about } = await worker.start();
    Object.assign(result, { firstStepSeconds, secondsToFirstStep, does: about.does, versions: about.versions });
    say(`${worker.name}: first step after ${secondsToFirstStep.toFixed(1)} s`);
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

async function turn({ result, worker }: Entrant, steps: number): Promise<void> {
  const { seconds, loss, peakMemoryBytes, processorSeconds, idleProcessorSeconds } = await worker.train(steps);
  result.rounds.push({ seconds, loss, processorSeconds });
  result.peakMemoryBytes = peakMemoryBytes;
  result.idleProcessorSeconds = (result.idleProcessorSeconds ?? 0) + idleProcessorSeconds;
}

async function attempt(result: Turns, say: (line: string) => void, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    result.failed = (error as Error).message;
    say(result.failed);
  }
}

/** Rotates a list by some places. */
export function rotated<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function describe({ result }: Entrant): string {
  const seconds = result.rounds.at(-1)?.seconds ?? [NaN];
  return `${result.name} ${(1000 * mean(seconds)).toFixed(0)} ms`;
}
