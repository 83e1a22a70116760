import { beforeAll, describe, expect, it } from "vitest";
import { intervalsFigure, runOrderFigure } from "../../../lib/plots";
import { slowNetworkRuns } from "../../../lib/runs";
import { localClusterRuns } from "../../../chapters/05-experiments/local-cluster";
import {
  anova,
  cells,
  cellIntervals,
  compareIntervals,
  differences,
  driftTable,
  fullFactorial,
  observations,
  plannedRuns,
  readDesign,
  spreadOf,
  standardErrors,
  type AnovaTable,
  type Observation,
} from "../../../lib/experiment";
import { lessonCells, rowAt, saying, testLesson } from "../lesson";

const name = "05-experiments/experiments";
testLesson({ name, exercises: 10, points: [23, 10], conclusions: 2, guesses: 6 });

const notebook = lessonCells("solutions", name);
const says = saying(notebook);

describe("what the lesson says of designs is so", () => {
  it("the study has 36 configurations and 180 runs, and the notebook's own design 24", async () => {
    const [full, lesson] = await Promise.all([readDesign("full"), readDesign("lesson")]);
    expect([fullFactorial(full).length, plannedRuns(full).length, plannedRuns(lesson).length]).toEqual([36, 180, 24]);
    says("36 configurations and 180 runs");
  });

  it("t and the interval by its count", () => {
    const t = (count: number) => standardErrors(count - 1, 0.99);
    const reach = (count: number) => t(count) / Math.sqrt(count);
    expect([t(5).toFixed(3), t(25).toFixed(3)]).toEqual(["4.604", "2.797"]);
    expect((reach(5) / reach(25)).toFixed(1)).toBe("3.7");
    expect([reach(2) / reach(3), reach(3) / reach(5), reach(10) / reach(30)].map((each) => each.toFixed(1))).toEqual([
      "7.9",
      "2.8",
      "2.0",
    ]);
    expect([standardErrors(2, 0.99).toFixed(2), standardErrors(4, 0.99).toFixed(2)]).toEqual(["9.92", "4.60"]);
    says("t = 4.604", "3.7 times too narrow", "4.604 / √5 with 2.797 / √25", "eight times narrower");
    says("nearly three times", "t is 9.92", "t is 4.60");
  });
});

describe("what the lesson says of the local cluster's runs is what they give", () => {
  let cluster: Observation[];
  beforeAll(async () => {
    cluster = observations(await localClusterRuns());
  });
  const excludesZero = ({ low, high }: { low: number; high: number }) => low > 0 || high < 0;

  it("intervals that overlap, and a difference all the same", () => {
    const pairs = differences(cluster, "nodes", [1, 2]);
    const sync = [8, 16, 32].map((batch) => rowAt(pairs, { mode: "sync", batch }));
    expect(sync.map(({ overlap }) => overlap)).toEqual([true, true, true]);
    expect(sync.map(({ paired }) => excludesZero(paired))).toEqual([false, true, true]);
    expect(sync.map(({ unpaired }) => excludesZero(unpaired))).toEqual([true, true, true]);
    expect(pairs.filter(({ paired }) => excludesZero(paired))).toHaveLength(2);
    says("With sync at batches 16 and 32, the intervals of the two means overlap", "you would have missed both");
  });

  it("three experiments, of which one is sound", () => {
    const two = cluster.filter(({ levels }) => levels.nodes === 2);
    const ada = two.filter(({ levels, replicate }) => replicate === (levels.mode === "sync" ? 1 : 3));
    const ben = two.filter(({ levels, replicate }) => levels.batch === 16 && replicate === 2);
    const eve = two.filter(({ levels }) => levels.batch === 16);
    expect(ada).toHaveLength(6);
    expect(ben.flatMap(({ epochSeconds }) => epochSeconds)).toHaveLength(4);
    expect(cells(eve, ["mode"]).map(({ observations: runs }) => runs.map(({ replicate }) => replicate).sort())).toEqual(
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
    );
    says(
      "Ben has four rows, but only two runs",
      "sync runs are all from block 1, and her accumulate runs are all from block 3",
    );
  });

  const factors = ["mode", "batch", "nodes"];
  const row = (table: AnovaTable, name: string) => table.rows.find(({ term }) => term === name)!;

  it("blocks explain little", () => {
    const block = row(anova(cluster, factors, { blocks: true }), "block");
    expect([(100 * block.share).toFixed(1), block.p.toFixed(2)]).toEqual(["0.3", "0.29"]);
    says("0.3 % of the variation (p = 0.29)");
  });

  it("larger batches vary less in seconds, and not as a share", () => {
    const [seconds, shares] = [spreadOf(cluster, "batch"), spreadOf(cluster, "batch", { asShare: true })];
    expect(seconds.levels.map(({ standardDeviation }) => standardDeviation.toFixed(3))).toEqual([
      "0.138",
      "0.065",
      "0.047",
    ]);
    expect(shares.levels.map(({ standardDeviation }) => (100 * standardDeviation).toFixed(1))).toEqual([
      "9.7",
      "7.8",
      "7.8",
    ]);
    expect([seconds.p.toFixed(3), shares.p.toFixed(2)]).toEqual(["0.015", "0.75"]);
    says("0.138 s at batch 8 and 0.047 s at batch 32, and p = 0.015", "s is 9.7, 7.8 and 7.8 %", "(p = 0.75)");
  });

  it("an interaction that logarithms take away, and one that stays", () => {
    const logarithms = cluster.map((run) => ({ ...run, seconds: Math.log(run.seconds) }));
    const tables = [cluster, logarithms].map((runs) => anova(runs, factors, { blocks: true }));
    expect(tables.map((table) => (100 * row(table, "mode × batch").share).toFixed(1))).toEqual(["5.8", "0.6"]);
    expect(row(tables[1], "mode × nodes").F).toBeGreaterThan(20);
    says("explains 5.8 % of the variation. In logarithms it explains 0.6 %");
  });
});

describe("the sample conclusions are of the local cluster's runs with the lesson's own levels", () => {
  let own: Observation[];
  beforeAll(async () => {
    own = observations(await localClusterRuns()).filter(
      ({ levels }) => levels.batch !== 16 && Number(levels.nodes) < 3,
    );
  });
  const title = (figure: { layout: { title?: unknown } }) => JSON.stringify(figure.layout.title);

  it("a mean, the wrong interval, the drift", () => {
    expect(own).toHaveLength(24);
    const { mean, interval } = rowAt(cellIntervals(own), { mode: "sync", batch: 32, nodes: 2 });
    expect([mean, interval!.low, interval!.high].map((each) => each.toFixed(2))).toEqual(["0.75", "0.64", "0.87"]);
    expect(title(intervalsFigure(compareIntervals(own)))).toContain("3.2 times too narrow (median of 8)");
    expect(title(runOrderFigure(own))).toContain("No drift shown: −4.3 % in ten runs (99 % interval −11 % to 2.4 %)");
    const [measured, , sorted] = driftTable(own, 0.02).map((row) => Number(row["sync is longer by (%)"]).toFixed(0));
    expect([measured, sorted]).toEqual(["57", "91"]);
    says("0.75 s (0.64 to 0.87 s)", "3.2 times too narrow (median of 8 configurations)");
    says("-4.3 % per ten runs (-11 to 2.4 %)");
    says("look 91 % longer than those of accumulate, instead of 57 % longer");
  });

  it("a difference, the shares", () => {
    const { paired, overlap } = rowAt(differences(own, "nodes", [1, 2]), { mode: "sync", batch: 32 });
    expect([overlap, ...[paired.mean, paired.low, paired.high].map((each) => each.toFixed(2))]).toEqual([
      ...[true, "0.20", "0.10", "0.30"],
    ]);
    const { rows } = anova(own, ["mode", "batch", "nodes"], { blocks: true });
    const row = (name: string) => rows.find(({ term }) => term === name)!;
    expect([(100 * row("batch").share).toFixed(0), row("batch").F.toFixed(0)]).toEqual(["60", "192"]);
    const { share, F, p } = row("mode × nodes");
    expect([(100 * share).toFixed(0), F.toFixed(0), p.toFixed(4)]).toEqual(["7", "23", "0.0002"]);
    says("by 0.20 s (0.10 to 0.30 s, paired by block)", "60 % of the variation (F = 192)", "(7 %, F = 23, p = 0.0002)");
  });
});

describe("what the lesson says of the published study is what its runs give", () => {
  let study: Observation[];
  beforeAll(async () => {
    study = observations(await slowNetworkRuns(), { response: "training" });
  });

  it("an interaction, in four epochs of ResNet50", () => {
    const epoch = (mode: string, nodes: number) => {
      const { epochSeconds } = rowAt(study, { model: "resnet50", mode, batch: 32, nodes });
      return (epochSeconds.reduce((sum, each) => sum + each, 0) / epochSeconds.length).toFixed(0);
    };
    expect([epoch("sync", 1), epoch("accumulate", 1), epoch("sync", 2), epoch("accumulate", 2)]).toEqual([
      "332",
      "318",
      "1827",
      "737",
    ]);
    says("takes 332 s with sync and 318 s with accumulate", "1,827 s and 737 s");
  });

  it("single runs, of which 16 have epochs, too few for the claim", () => {
    expect(cells(study).map(({ observations: runs }) => runs.length)).toEqual(Array.from({ length: 22 }, () => 1));
    const withEpochs = study.filter((run) => new Set(run.epochSeconds.map((each) => each.toFixed(2))).size > 1);
    const epochs = withEpochs.flatMap((run) => run.epochSeconds.map((seconds) => ({ ...run, seconds })));
    const { levels, p } = spreadOf(epochs, "batch", { asShare: true });
    const [at32, , at100] = levels.map(({ standardDeviation }) => (100 * standardDeviation).toFixed(2));
    expect([withEpochs.length, epochs.length, at32, at100]).toEqual([16, 16 * 4, "0.77", "0.30"]);
    expect([p.toFixed(2), spreadOf(epochs, "batch").p.toFixed(2)]).toEqual(["0.10", "0.18"]);
    says("22 configurations with **one** run each", "For 16 of these runs", "with 16 runs of four epochs");
    says("batch 32 vary by 0.77 %", "at batch 100 by 0.30 %", "p = 0.10 for percentages and p = 0.18 for seconds");
  });
});
