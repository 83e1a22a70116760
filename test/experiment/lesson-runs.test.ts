import { mean } from "simple-statistics";
import { describe, expect, it, vi } from "vitest";
import {
  cells,
  driftTable,
  experimentFolder,
  measureExperiment,
  plannedRuns,
  readDesign,
  runRows,
  withDrift,
  withLevels,
  type Observation,
  type PlannedRun,
} from "../../lib/experiment";
import { writeMadeUpExperiment } from "./made-up-experiment";
import { inOwnFolder } from "../own-folder";

describe("a design with other levels", () => {
  it("keeps what a level gives the program, and takes new numbers", async () => {
    const design = await readDesign("lesson");
    const other = withLevels(design, "unseen", { mode: ["sync"], batch: [16], nodes: [2, 3] });
    expect(other.factors.map(({ name, levels }) => [name, levels.map(({ level }) => level)])).toEqual([
      ["model", ["efficientnetb0"]],
      ["mode", ["sync"]],
      ["batch", [16]],
      ["nodes", [2, 3]],
    ]);
    expect(other.factors.flatMap(({ levels }) => levels.map((each) => each.arguments))).toEqual([
      { model: "efficientnetb0" },
      { syncEvery: 1 },
      { localBatchSize: 16 },
      {},
      {},
    ]);
    expect([other.name, other.replicates, plannedRuns(other).length]).toEqual(["unseen", 3, 6]);
    expect(design.factors[2].levels.map(({ level }) => level)).toEqual([8, 32]);
  });

  it("refuses a factor that is not there, and a name that says nothing", async () => {
    const design = await readDesign("lesson");
    expect(() => withLevels(design, "x", { colour: [1] })).toThrow(
      "no factor colour: it has model, mode, batch, nodes",
    );
    expect(() => withLevels(design, "x", { mode: ["half"] })).toThrow("what mode half is: it has sync, accumulate");
  });
});

describe("an experiment in a notebook", () => {
  const at = inOwnFolder("lesson-runs");

  it("is not run again when all its runs are kept, also where its cluster is gone", async () => {
    const design = await readDesign("lesson");
    await writeMadeUpExperiment(design, { folder: experimentFolder("lesson"), order: (numbers) => numbers.reverse() });
    const { observations } = await measureExperiment(design);
    expect(observations[0].levels).toEqual(plannedRuns(design)[23].levels);
    expect(at.printed.join("\n")).toMatch(/lesson holds all 24 runs, begun .* UTC: not run again\.$/);
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
