import { expect, it, vi } from "vitest";
import { timeAllReduce } from "../../../chapters/02-mirrored/time-all-reduce";
import { starRounds } from "../../../chapters/02-mirrored/rounds";
import { inOwnFolder } from "../../own-folder";

inOwnFolder("all-reduce");

const star = { name: "star", processes: 3, rounds: starRounds(3), megabytes: 0.3 };

it("real processes add up by the rounds, a link keeps to its speed, and what was timed is kept", async () => {
  const timed = await timeAllReduce({ ...star, megabytesPerSecond: 3 });
  expect(timed).toMatchObject({ name: "star", processes: 3, busiestBytes: 0.6e6 });
  expect(timed!.seconds).toBeGreaterThan(0.9 * ((2 * 0.6) / 3)); // device 0 receives 0.6 MB, then sends them
  expect(await timeAllReduce({ ...star, megabytesPerSecond: 3 })).toEqual(timed);
});

it("rounds that leave out somebody are refused by the processes themselves", async () => {
  await expect(timeAllReduce({ ...star, rounds: starRounds(3).slice(0, 1) })).rejects.toThrow("does not hold the sums");
});

it("nothing is timed while it is graded", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect(await timeAllReduce(star)).toBeUndefined();
});
