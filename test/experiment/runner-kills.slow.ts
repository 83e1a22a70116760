import { expect, it } from "vitest";
import { all } from "../extent";
import { killAtRandom } from "./kills";
import { madeUpExperiment, wrongs } from "./made-up";

/** WORKBOOK_TEST=all makes more. */
const kills = all ? 20 : 6;

it(`makes each run once on this machine when the runner is killed at ${kills} random moments`, async () => {
  // Four runs a kill: a fast machine must not be at the end before the last one.
  const made = madeUpExperiment({ replicates: kills });
  await killAtRandom(made, { kills, between: [200, 2500], words: ["--on", "local"] });
  expect(await wrongs(made)).toEqual([]);
  made.remove();
});
