import { mean } from "simple-statistics";
import type { FrameworkContender } from "./result";
import type { Measured } from "./train";

/** One that takes its turn once in each round. */
export interface Entrant extends Pick<FrameworkContender, "name" | "peer"> {
  turn(): Promise<Measured>;
}

/**
 * Lets each entrant take a turn in each round, in the reverse order in every other round, so that a machine that becomes slower or
 * faster affects all alike. One that fails is left out from then on, and its result has the reason.
 * @returns the results, in the entrants' order.
 */
export async function measureInTurn(
  entrants: readonly Entrant[],
  rounds: number,
  say: (line: string) => void,
): Promise<FrameworkContender[]> {
  const all = entrants.map((entrant) => {
    const result: FrameworkContender = { name: entrant.name, peer: entrant.peer, rounds: [] };
    return { entrant, result };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { entrant, result } of round % 2 === 0 ? all : [...all].reverse()) {
      if (result.failed !== undefined) continue;
      try {
        const { round: measured, ...about } = await entrant.turn();
        Object.assign(result, about);
        result.rounds.push(measured);
        say(`round ${round + 1} of ${rounds}: ${entrant.name}, ${mean(measured.seconds).toFixed(3)} s a step`);
      } catch (error) {
        result.failed = `${entrant.name}: ${(error as Error).message}`;
        say(result.failed);
      }
    }
  }
  return all.map(({ result }) => result);
}
