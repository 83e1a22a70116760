import { expect, it } from "vitest";
import { simulateTrainings } from "../../../lib/failures";
import { llama3Mtbf, llama3Scenario } from "../../../chapters/10-thousand-nodes/llama3";

const [minute, hour, year] = [60, 3600, 365 * 86_400];

it("419 interruptions in 54 days are one in 3.1 hours of the job, 264 days of a node, and 5.8 years of a GPU", () => {
  const { job, node, gpu } = llama3Mtbf();
  expect(job / hour).toBeCloseTo((54 * 24) / 419, 12);
  expect(node / 86_400).toBeCloseTo(263.94, 2);
  expect(gpu / year).toBeCloseTo(5.785, 3);
});

// M = 54 * 86400 / 419; by bisection of 1 - x = exp(-x - d / M) in Python, g = x / (exp(x + d / M) - 1), M ln(g / 0.9)
// / 60
it.each([
  [10, 11.63214],
  [30, 5.76163],
  [50, 1.68393],
])(
  "with checkpoints of %i s the simulation reaches 0.9 as long as restarts take less than %f minutes",
  (checkpointSeconds, minutes) => {
    const longest = minutes * minute;
    const goodput = (restartSeconds: number) =>
      simulateTrainings(llama3Scenario({ checkpointSeconds, restartSeconds }), { seeds: 200 }).goodput.mean;
    expect(goodput(longest)).toBeCloseTo(0.9, 2);
    expect(goodput(0.5 * longest)).toBeGreaterThan(0.9);
    expect(goodput(1.5 * longest)).toBeLessThan(0.9);
  },
);

it("the scenario has as many failures as were observed", () => {
  const { failures } = simulateTrainings(llama3Scenario({ checkpointSeconds: 10, restartSeconds: 300 }), {
    seeds: 200,
  });
  expect(Math.abs(failures.mean - 419)).toBeLessThan((4 * Math.sqrt(419)) / Math.sqrt(200));
  expect(failures.low).toBeGreaterThan(419 - 2 * Math.sqrt(419)); // 5 % and 95 % of Poisson's distribution are 1.64 deviations away
  expect(failures.high).toBeLessThan(419 + 2 * Math.sqrt(419));
});
