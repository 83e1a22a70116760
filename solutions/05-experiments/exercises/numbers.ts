import { mean, median, sampleStandardDeviation } from "simple-statistics";
import {
  anova,
  cellIntervals,
  compareIntervals,
  fullFactorial,
  observations,
  plannedRuns,
  readDesign,
  standardErrors,
  type Observation,
} from "../../../lib/experiment";
import { differences } from "../../../chapters/05-experiments/differences";
import { driftTable } from "../../../chapters/05-experiments/drift";
import { spreadOf } from "../../../chapters/05-experiments/spread";
import { threeExperiments, type ComparedRun } from "../../../chapters/05-experiments/three-experiments";
import { driftOf } from "../../../lib/experiment/statistics/drift";
import { isBetween, rowAt, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { gradientBytes } from "../../../lib/measure";
import { parameterCount } from "../../../lib/models/known";
import { slowNetworkRuns, slowNetworkTable } from "../../../lib/runs";
import { studyIntervals } from "../../../chapters/05-experiments/study-intervals";
import { localClusterRuns } from "../../../lib/runs/published/local-cluster";

export const given = { "2.24": "as the study prints it", "735820": "the number of the job" };

export async function numbers(): Promise<LessonNumbers> {
  const cluster = observations(await localClusterRuns());
  const study = observations(await slowNetworkRuns(), { response: "training" });
  return {
    ...(await designs()),
    ...intervals(cluster),
    ...effects(cluster),
    ...ownRuns(cluster),
    ...(await published(study)),
  };
}

async function designs(): Promise<LessonNumbers> {
  const [full, lesson] = await Promise.all([readDesign("full"), readDesign("lesson")]);
  const t = (count: number) => standardErrors(count - 1, 0.99);
  const ofEqual = (runs: number, epochs: number) =>
    (t(runs) / t(runs * epochs)) * Math.sqrt((runs * epochs - 1) / (runs - 1)); // copies make s smaller, too
  const laterEpochs = Number(lesson.arguments.epochs) - 1;
  const narrower = (from: number, to: number) => (t(from) / t(to)) * Math.sqrt(to / from);
  return {
    study: { configurations: fullFactorial(full).length, runs: plannedRuns(full).length },
    ownRuns: plannedRuns(lesson).length,
    ownDesign: { independent: t(3) / t(3 * laterEpochs), equal: ofEqual(3, laterEpochs) },
    "each configuration has three runs, and three epochs of each run count":
      lesson.replicates === 3 && laterEpochs === 3,
    t: {
      three: t(3),
      five: t(5),
      twentyFive: t(25),
      independent: t(5) / t(25),
      equal: ofEqual(5, 5),
      pairs: standardErrors(2),
      unpaired: standardErrors(4),
    },
    "eight times narrower from two runs to three": isBetween(7.5, narrower(2, 3), 8.5),
    "nearly three times narrower from three runs to five": isBetween(2.7, narrower(3, 5), 3),
    "only about two times narrower from ten runs to thirty": isBetween(1.9, narrower(10, 30), 2.1),
  };
}

/** What the figure of intervals shows, and the three experiments that are taken from it. */
function intervals(cluster: Observation[]): LessonNumbers {
  const excludesZero = ({ low, high }: { low: number; high: number }) => low > 0 || high < 0;
  const pairs = differences(cluster, "nodes", [1, 2]);
  const [at8, at16, at32] = [8, 16, 32].map((batch) => rowAt(pairs, { mode: "sync", batch }));
  const { ada, ben, eve } = threeExperiments(cluster);
  const blocksOf = (rows: ComparedRun[], mode: string) =>
    rows.filter((row) => row.mode === mode).map(({ block }) => block); // prettier-ignore
  return {
    clusterRuns: cluster.length,
    "With sync at batches 16 and 32, the intervals of the two means overlap, but the interval of the paired difference excludes 0":
      [at16, at32].every(({ overlap, paired }) => overlap && excludesZero(paired)),
    "you would have missed both effects": pairs.filter(({ paired }) => excludesZero(paired)).length === 2,
    "the paired interval contains 0, and Welch's interval, which ignores the blocks, excludes it":
      !excludesZero(at8.paired) && excludesZero(at8.unpaired),
    "Ben has four rows, but only two runs": ben.length === 4 && new Set(ben.map(({ run }) => run)).size === 2,
    "Ada's sync runs are all from block 1, and her accumulate runs are all from block 3":
      blocksOf(ada, "sync").every((block) => block === 1) && blocksOf(ada, "accumulate").every((block) => block === 3),
    "three blocks, with a run of each mode in each block":
      eve.length === 6 && ["sync", "accumulate"].every((mode) => blocksOf(eve, mode).sort().join() === "1,2,3"),
  };
}

const shareOf = (runs: Observation[], term: string): { share: number; F: number; p: number } => {
  const { share, F, p } = anova(runs, ["mode", "batch", "nodes"], { blocks: true }).rows.find(
    (row) => row.term === term,
  )!;
  return { share: 100 * share, F, p };
};

function effects(cluster: Observation[]): LessonNumbers {
  const { share, p } = shareOf(cluster, "block");
  const [seconds, shares] = [spreadOf(cluster, "batch"), spreadOf(cluster, "batch", { asShare: true })];
  const [at8, at16, at32] = shares.levels.map(({ standardDeviation }) => 100 * standardDeviation);
  const logarithms = cluster.map((run) => ({ ...run, seconds: Math.log(run.seconds) }));
  return {
    block: { share, p },
    spread: { at8: seconds.levels[0].standardDeviation, at32: seconds.levels[2].standardDeviation, p: seconds.p },
    spreadShare: { at8, at16, at32, p: shares.p },
    modeBatch: {
      seconds: shareOf(cluster, "mode × batch").share,
      logarithms: shareOf(logarithms, "mode × batch").share,
    },
    "The interaction of mode and nodes stays large": shareOf(logarithms, "mode × nodes").F > 20,
  };
}

/** The sample conclusions are of the local cluster's runs with the lesson's own levels. */
function ownRuns(cluster: Observation[]): LessonNumbers {
  const own = cluster.filter(({ levels }) => levels.batch !== 16 && Number(levels.nodes) < 3);
  const means = cellIntervals(own);
  const { mean: seconds, interval } = rowAt(means, { mode: "sync", batch: 32, nodes: 2 });
  const compared = compareIntervals(own);
  const wrong = compared.map(({ timesTooNarrow }) => timesTooNarrow);
  const [right, all] = [compared[0].overReplicates, compared[0].overEpochs].map(({ count }) => count);
  const { perRun, low, high } = driftOf(
    own.map((observation, at) => ({
      number: at + 1,
      observation,
      deviation: observation.seconds / rowAt(means, observation.levels).mean - 1,
    })),
  );
  const batch = shareOf(own, "batch");
  const [measured, , sorted] = driftTable(own, 0.02).map((row) => Number(row["sync is longer by (%)"]));
  const { paired, overlap } = rowAt(differences(own, "nodes", [1, 2]), { mode: "sync", batch: 32 });
  return {
    own: {
      mean: seconds,
      interval: [interval!.low, interval!.high],
      tooNarrow: median(wrong),
      configurations: wrong.length,
      byT: standardErrors(right - 1, 0.99) / standardErrors(all - 1, 0.99),
      drift: 1000 * perRun,
      driftLow: 1000 * low!,
      driftHigh: 1000 * high!,
      measured,
      sorted,
      longer: paired.mean,
      longerInterval: [paired.low, paired.high],
      batch: { share: batch.share, F: batch.F },
      modeNodes: shareOf(own, "mode × nodes"),
    },
    "I put three runs into a random order, and not six epochs": right === 3 && all === 6,
    "The intervals of the two means overlap, so by themselves they would not have shown this effect": overlap,
  };
}

async function published(study: Observation[]): Promise<LessonNumbers> {
  const at = (mode: string, batch: number, nodes: number, model = "resnet50") =>
    study.filter(({ levels }) => rowAt([{ levels }], { model, mode, batch, nodes }) !== undefined);
  const epoch = (mode: string, nodes: number) =>
    mean(at(mode, 32, nodes).map(({ epochSeconds }) => mean(epochSeconds)));
  const acrossNodes = (batch: number, model = "resnet50", mode = "sync"): number =>
    sampleStandardDeviation(
      [1, 2, 3].map((nodes) => mean(at(mode, batch, nodes, model).map(({ seconds }) => seconds))),
    );
  const falls = (model: string, mode: string): boolean =>
    acrossNodes(32, model, mode) > acrossNodes(64, model, mode) &&
    acrossNodes(64, model, mode) > acrossNodes(100, model, mode);
  const rows = studyIntervals(study);
  const narrow = (runs: number) => {
    const { interval, copiedReach } = rows.find(({ observations: each }) => each.length === runs)!;
    return (interval.high - interval.mean) / copiedReach;
  };
  const reaches = rows.map(({ interval: { mean: middle, high } }) => 100 * (high / middle - 1));
  const starts = (nodes: number) =>
    study.filter(({ levels }) => levels.nodes === nodes).map(({ run }) => run.startedAt).sort(); // prettier-ignore
  const [one, two, three] = [1, 2, 3].map(starts);
  const [seconds, shares] = [spreadOf(study, "batch"), spreadOf(study, "batch", { asShare: true })];
  const [s32, , s100] = seconds.levels.map(({ standardDeviation }) => standardDeviation);
  const [at32, , at100] = shares.levels.map(({ standardDeviation }) => 100 * standardDeviation);
  return {
    sync: { one: epoch("sync", 1), two: epoch("sync", 2) },
    accumulate: { one: epoch("accumulate", 1), two: epoch("accumulate", 2) },
    acrossNodes: { at32: acrossNodes(32), at64: acrossNodes(64), at100: acrossNodes(100) },
    "the runs support the claim, in both modes": falls("resnet50", "sync") && falls("resnet50", "accumulate"),
    "With accumulate, the spread is larger at batch 64 than at batch 32":
      acrossNodes(64, "efficientnetb0", "accumulate") > acrossNodes(32, "efficientnetb0", "accumulate"),
    "With sync, it is larger at batch 100 than at batch 64":
      acrossNodes(100, "efficientnetb0") > acrossNodes(64, "efficientnetb0"),
    // Each of five totals five times, so s is smaller, and 3 s / √25 in place of 3 s / √5.
    copied: { ownRule: Math.sqrt(6), byT: narrow(5), ofThree: narrow(3) },
    reach: { least: Math.min(...reaches), most: Math.max(...reaches) },
    runSpread: { seconds32: s32, seconds100: s100, pOfSeconds: seconds.p, at32, at100, p: shares.p },
    "All runs on one node started on the first day": one.at(-1)!.slice(0, 10) === one[0].slice(0, 10),
    "All runs on two nodes started before any run on three nodes": two.at(-1)! < three[0],
    "only one of them started before the last run on one node": two.filter((start) => start < one.at(-1)!).length === 1,
    ...(await discarded(study)),
  };
}

async function discarded(study: Observation[]): Promise<LessonNumbers> {
  const table = await slowNetworkTable();
  const runs = table.filter(
    ({ model, way, localBatchSize, nodes }) =>
      model === "efficientnetb0" && way === "accumulate" && localBatchSize === 32 && nodes === 2,
  );
  const second = runs.map(({ epochSeconds }) => epochSeconds[1]);
  const [slow, fast] = [second.filter((each) => each > 500), second.filter((each) => each < 500)];
  const one = mean(
    study
      .filter(({ levels }) => rowAt([{ levels }], { model: "efficientnetb0", mode: "accumulate", batch: 32, nodes: 1 }))
      .map(({ epochSeconds }) => mean(epochSeconds)),
  );
  const bytes = gradientBytes(parameterCount("efficientnetb0", 1000)!);
  const rate = (epoch: number) => (Math.ceil(100_000 / 64 / 4) * bytes) / (epoch - one / 2) / 1e6;
  return {
    discarded: {
      all: table.filter(({ campaign }) => campaign === "discarded").length,
      slow,
      fast,
      rate: mean(slow.map(rate)),
      usual: fast.map(rate),
    },
    "Two of the three discarded runs":
      slow.length === 2 && runs.filter(({ campaign }) => campaign === "discarded").length === 3,
  };
}
