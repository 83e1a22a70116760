import { observations, type Response } from "../../experiment/observations";
import { meanInterval, type Interval } from "../../experiment/statistics/intervals";
import { runStatistics } from "../../runs";
import type { RunRecord } from "../../runs/record";
import type { Check } from "../check";
import { sameValue } from "../compare";
import type { AskedFor } from "./consistency";
import { checkOwn, once, quietly, runOf, type Needed, type OwnValue } from "./own-check";
import { recordAmong, type OwnRecord, type OwnRecords } from "./own-records";

/** A mean over runs of one configuration, in seconds. */
export interface MeanResults {
  /** How many runs it is the mean of. */
  runs: number;
  mean: number;
  /** Its confidence interval of 99 %. */
  low: number;
  high: number;
}

const asked: AskedFor = {
  program: "04-many-nodes/train",
  strategy: "multi-worker",
  workers: 2,
  syncEvery: 1,
  epochs: 2,
};

/** What the workbook's own designs compare; of another one it is not known. */
const responsesOf = (design: string): Response[] => {
  if (["lesson", "quick", "local"].includes(design)) return ["epoch"];
  return design === "full" ? ["training"] : ["epoch", "training"];
};

/** The runs of one configuration of one experiment. */
interface Configured {
  design: string;
  runs: Needed[];
}

/**
 * Checks a mean over a student's own runs and its interval: of sync with the smallest batch on two nodes. Of several
 * experiments, or of several networks in one, that one counts which the answer fits.
 * @param records of experiments: `results/experiments/lesson/runs/007-efficientnetb0-sync-8-2-r1.json`.
 */
export function checkOwnMean(results: () => MeanResults, records: OwnRecords): Check {
  const given = once(results);
  const all = configurations(records);
  const answer = quietly(given.value);
  const meant = all.find((each) =>
    quietly(() => intervals(each).some((right) => sameValue(answer, { mean: right.mean }))),
  );
  return checkOwn("What you measured", given.value, valuesOf(meant ?? all.at(0) ?? nothing(records)));
}

function valuesOf({ design, runs: from }: Configured): OwnValue[] {
  const { localBatchSize, model } = from[0].record.run?.configuration ?? {};
  const what = localBatchSize === undefined ? "two nodes" : `${model} on two nodes, ${localBatchSize} images each`;
  const all = (): Interval[] => intervals({ design, runs: from });
  const limits = ({ low, high }: Interval): object => ({ low, high });
  const ofEpochs = (): Interval => meanInterval(from.map(runOf).flatMap(laterEpochs));
  return [
    {
      ...{ what: `runs of sync, ${what}`, part: "runs", from, unit: "runs" },
      right: () => [from.length],
      slips: () => [{ value: ofEpochs().count, hint: "These are epochs, and all epochs of a run are one run." }],
    },
    {
      ...{ what: "their mean", part: "mean", from, unit: "s" },
      right: () => all().map(({ mean }) => mean),
      slips: () => [{ value: firstEpochs(from), hint: "The first epochs carry the start-up: leave them out." }],
    },
    {
      ...{ what: "its interval of 99 %", part: ["low", "high"], from, unit: "s" },
      right: () => all().map(limits),
      slips: () => {
        const values = seconds(from.map(runOf), "epoch");
        return [
          { value: limits(ofEpochs()), hint: "That takes epochs for runs: it is too narrow." },
          { value: limits(meanInterval(values, 0.95)), hint: "That is the interval of 95 %." },
          { value: { low: Math.min(...values), high: Math.max(...values) }, hint: "These are the least and the most." },
        ];
      },
    },
  ];
}

/** The right means: by what the design compares, and an epoch with its first step's wait or without. */
function intervals({ design, runs }: Configured): Interval[] {
  const all = runs.map(runOf);
  return responsesOf(design).flatMap((response) => {
    const counted = [seconds(all, response)];
    if (response === "epoch") counted.push(all.map((run) => runStatistics(run).steadyEpochSeconds));
    return counted.map((values) => meanInterval(values));
  });
}

const seconds = (runs: RunRecord[], response: Response): number[] =>
  observations(runs, { response }).map((each) => each.seconds);

const laterEpochs = (run: RunRecord): number[] => observations([run])[0].epochSeconds;

function firstEpochs(from: readonly Needed[]): number {
  const first = from.map((each) => runStatistics(runOf(each)).firstEpochSeconds);
  return first.reduce((sum, each) => sum + each, 0) / first.length;
}

/** Sync on two nodes with the smallest batch, of each network in each experiment; predicted runs apart. */
function configurations(records: OwnRecords): Configured[] {
  const groups = new Map<string, { design: string; batch: number; runs: OwnRecord[] }>();
  for (const record of records) {
    const [, design] = /^results\/experiments\/([^/]+)\/runs\//.exec(record.file) ?? [];
    const { model, localBatchSize: batch, workers, syncEvery = 1 } = record.run?.configuration ?? {};
    if (design === undefined || design.endsWith("-unseen") || batch === undefined) continue;
    if (workers !== asked.workers || syncEvery !== asked.syncEvery) continue;
    const key = `${design} ${model}`;
    const group = groups.get(key);
    if (group === undefined || batch < group.batch) groups.set(key, { design, batch, runs: [record] });
    else if (batch === group.batch) group.runs.push(record);
  }
  return [...groups.values()].map(({ design, batch, runs }) => ({
    design,
    // A file of the same configuration that holds no run counts, too: as one that is wrong.
    runs: [...runs, ...records.filter((each) => each.run === undefined && isReplicate(each, runs[0]))].map(
      (record) => ({
        record,
        asked: { ...asked, localBatchSize: batch, model: runs[0].run?.configuration.model },
      }),
    ),
  }));
}

/** `runs/007-efficientnetb0-sync-8-2-r1.json` and `runs/012-efficientnetb0-sync-8-2-r2.json`. */
function isReplicate(one: OwnRecord, other: OwnRecord): boolean {
  const [ours, theirs] = [one, other].map(({ file }) => file.replace(/\/\d+-/, "/").replace(/-r\d+\.json$/, ""));
  return ours === theirs;
}

function nothing(records: OwnRecords): Configured {
  const file = "results/experiments/lesson/runs/*.json";
  const record = records.find(({ wrong }) => wrong !== undefined) ?? recordAmong([], file);
  return { design: "lesson", runs: [{ record, asked }] };
}
