import { describe, expect, it } from "vitest";
import { driftTable, withDrift } from "../../../chapters/05-experiments/drift";
import type { Observation } from "../../../lib/experiment/observations";

describe("a made-up drift", () => {
  const run = (mode: string, batch: number, at: number) =>
    ({ levels: { mode, batch }, replicate: 1, seconds: 10, run: { startedAt: `0${at}` } }) as unknown as Observation;
  const made = [run("sync", 8, 1), run("accumulate", 32, 2), run("sync", 32, 3), run("accumulate", 8, 4)];

  it("adds a share for each run before, and gives the runs new starts in that order", () => {
    const sorted = withDrift([made[3], made[1], made[0], made[2]], 0.1);
    expect(sorted.map(({ seconds }) => Number(seconds.toFixed(6)))).toEqual([10, 11, 12, 13]);
    expect(sorted.map((each) => each.run.startedAt)).toEqual(["01", "02", "03", "04"]);
    expect(made.map(({ seconds }) => seconds)).toEqual([10, 10, 10, 10]);
  });

  it("is spread over both modes in the order that was made, and is the second mode's when sorted", () => {
    const rows = driftTable(made, 0.1);
    expect(rows.map((row) => row.runs)).toEqual(["as measured", "drift, in the random order", "drift, sorted by mode"]);
    const longer = rows.map((row) => Number(row["sync is longer by (%)"]));
    // Places 0 and 2 against 1 and 3 (11 s, 12 s), then 2 and 3 against 0 and 1 (12.5 s, 10.5 s).
    expect(longer[0]).toBe(0);
    expect(longer[1]).toBeCloseTo(100 * (11 / 12 - 1), 9);
    expect(longer[2]).toBeCloseTo(100 * (12.5 / 10.5 - 1), 9);
    expect(rows[2]["accumulate (s)"]).toBeCloseTo(10.5, 9);
  });
});
