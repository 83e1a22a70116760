import { setTimeout } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect } from "vitest";
import { experiment, toTheEnd, type MadeUp } from "./made-up";

/** When the runner is killed. `WORKBOOK_TEST_SEED` chooses other moments. */
export interface Kills {
  kills: number;
  /** Milliseconds after its start. */
  between: [number, number];
  /** More words for `run`. */
  words?: string[];
}

/** Runs an experiment to its end, through so many runners that are killed. */
export async function killAtRandom(
  made: Pick<MadeUp, "working" | "results">,
  { kills, between, words = [] }: Kills,
  design = "made-up.yaml",
): Promise<void> {
  const seed = Number(process.env.WORKBOOK_TEST_SEED ?? 5);
  const random = xoroshiro128plus(seed);
  // On a busy machine, the first ones may be killed before the experiment has begun.
  const next = async (): Promise<[string, ...string[]]> =>
    (await made.results().catch(() => undefined)) ? ["resume", design] : ["run", design, ...words];
  for (let kill = 1; kill <= kills; kill++) {
    const runner = experiment(made, ...(await next()));
    await setTimeout(uniformInt(random, ...between));
    expect(runner.child.exitCode, `seed ${seed}: it ended before kill ${kill}: ${runner.printed()}`).toBeNull();
    runner.child.kill("SIGKILL");
    await runner.ended;
  }
  const { status, printed } = await toTheEnd(made, ...(await next()));
  expect(status, `seed ${seed}: ${printed}`).toBe(0);
}
