import { mean } from "simple-statistics";
import { describe, expect, it, vi } from "vitest";
import { measureExperiment, plannedRuns, readDesign, type PlannedRun } from "../../lib/experiment";
import { cells } from "../../lib/experiment/observations";
import { experimentFolder } from "../../lib/experiment/runner";
import { runRows } from "../../chapters/05-experiments/run-rows";
import { writeMadeUpExperiment } from "./made-up-experiment";
import { inOwnFolder } from "../own-folder";

describe("an experiment in a notebook", () => {
  const at = inOwnFolder("lesson-runs");

  it("is not run again when all its runs are kept, also where its cluster is gone", async () => {
    const design = await readDesign("lesson");
    await writeMadeUpExperiment(design, { folder: experimentFolder("lesson"), order: (numbers) => numbers.reverse() });
    const { observations } = await measureExperiment(design);
    expect(observations[0].levels).toEqual(plannedRuns(design)[23].levels);
    expect(at.printed.join("\n")).toMatch(
      /^results\/experiments\/lesson holds all 24 runs, begun .* UTC: not run again\.$/,
    );
  });

  it("is refused when its design has changed meanwhile", async () => {
    const design = await readDesign("lesson");
    await writeMadeUpExperiment(design, { folder: experimentFolder("lesson") });
    const changed = { ...design, arguments: { ...design.arguments, epochs: 9 } };
    await expect(measureExperiment(changed)).rejects.toThrow(/design lesson has changed since its experiment began/);
  });

  it("serves as it was handed in while nbgrader grades, complete or not", async () => {
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    const design = await readDesign("lesson");
    const outcome = ({ number }: PlannedRun) =>
      number > 20 ? "planned" : number === 3 ? "out-of-memory" : "completed";
    await writeMadeUpExperiment(design, { folder: experimentFolder("lesson"), outcome });
    const { observations, outOfMemory } = await measureExperiment(design);
    expect([observations.length, outOfMemory.map(({ number }) => number)]).toEqual([19, [3]]);
  });

  it("is made up while nbgrader grades and nothing was handed in: times that differ, ids of their own", async () => {
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    const design = await readDesign("lesson");
    const { observations, outOfMemory } = await measureExperiment(design);
    expect(outOfMemory).toEqual([]);
    expect(observations.map(({ levels }) => levels)).toEqual(plannedRuns(design).map(({ levels }) => levels));
    expect(new Set(observations.map(({ run }) => run.id)).size).toBe(24);
    expect(new Set(observations.map(({ seconds }) => seconds)).size).toBe(24);
    expect(observations.every(({ epochSeconds }) => epochSeconds.length === 3)).toBe(true);
    const starts = observations.map(({ run }) => run.startedAt);
    expect(starts).toEqual([...starts].sort());
    const [row] = runRows(observations);
    expect(row).toMatchObject({ ...observations[0].levels, order: 1, replicate: 1, seconds: observations[0].seconds });
    expect(row.accuracy).toBe(observations[0].run.epochs[3].validation!.accuracy);
    const [perStep, perImage] = [0.02, 0.001];
    for (const { levels, observations: runs } of cells(observations)) {
      if (levels.nodes !== 1) continue;
      const steps = 192 / Number(levels.batch);
      const seconds = steps * (perStep + perImage * Number(levels.batch));
      expect(Math.abs(mean(runs.map((run) => run.seconds)) / seconds - 1)).toBeLessThan(0.05);
    }
    expect(at.printed).toEqual([
      "Nothing is trained while grading, and lesson was not handed in: made-up runs stand in.",
    ]);
  });
});
