import { mean } from "simple-statistics";
import { observations, type Response } from "../../../lib/experiment/observations";
import { meanInterval, type Interval } from "../../../lib/experiment/statistics/intervals";
import { runStatistics } from "../../../lib/runs";
import type { RunRecord } from "../../../lib/runs/record";
import type { Check } from "../../../lib/checks/check";
import { sameValue } from "../../../lib/checks/compare";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import {
  checkOwn,
  ownValue,
  callOnce,
  valueOrUndefined,
  runOf,
  type Needed,
  type OwnValue,
} from "../../../lib/checks/measured/own-check";
import { responsesOf } from "../../../lib/checks/measured/responses";
import { recordAmong, type OwnRecord, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** A mean over runs of one configuration, in seconds, with its confidence interval of 99 %. */
export interface MeanResults {
  /** The number of runs. */
  runs: number;
  mean: number;
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

/** The runs of one configuration of one experiment. */
interface Configured {
  design: string;
  runs: Needed[];
}

/**
 * Checks a mean over a student's own runs, and its interval, of sync with the smallest batch on two nodes. If there are several
 * experiments, or several networks in one, the one that fits the answer counts.
 * @param records of experiments, such as `results/experiments/lesson/runs/007-efficientnetb0-sync-8-2-r1.json`.
 */
export function checkOwnMean(results: () => MeanResults, records: OwnRecords): Check {
  const given = callOnce(results);
  const all = configurations(records);
  const answer = valueOrUndefined(given.value);
  const meant = all.find((configured) =>
    valueOrUndefined(() => intervals(configured).some(({ mean }) => sameValue(answer, { mean }))),
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
    ownValue(`runs of sync, ${what}`, "runs", from, {
      unit: "runs",
      right: () => [from.length],
      slips: () => [[ofEpochs().count, "This counts epochs. All epochs of a run are one value."]],
    }),
    ownValue("their mean", "mean", from, {
      unit: "s",
      right: () => all().map(({ mean }) => mean),
      slips: () => [[meanFirstEpoch(from), "The first epochs include the start-up: leave them out."]],
    }),
    ownValue("its interval of 99 %", ["low", "high"], from, {
      unit: "s",
      right: () => all().map(limits),
      slips: () => {
        const values = seconds(from.map(runOf), "epoch");
        return [
          [limits(ofEpochs()), "This takes epochs for runs, so it is too narrow."],
          [limits(meanInterval(values, 0.95)), "This is the interval of 95 %."],
          [{ low: Math.min(...values), high: Math.max(...values) }, "These are the smallest and the largest value."],
        ];
      },
    }),
  ];
}

/** The right means: for each response of the design, and for epochs with and without the first step's wait. */
function intervals({ design, runs }: Configured): Interval[] {
  const all = runs.map(runOf);
  return responsesOf(design).flatMap((response) => {
    const counted = [seconds(all, response)];
    if (response === "epoch") counted.push(all.map((run) => runStatistics(run).steadyEpochSeconds));
    return counted.map((values) => meanInterval(values));
  });
}

const seconds = (runs: RunRecord[], response: Response): number[] =>
  observations(runs, { response }).map((observation) => observation.seconds);

const laterEpochs = (run: RunRecord): number[] => observations([run])[0].epochSeconds;

const meanFirstEpoch = (from: readonly Needed[]): number =>
  mean(from.map((needed) => runStatistics(runOf(needed)).firstEpochSeconds));

/** The runs of sync on two nodes with the smallest batch, for each network in each experiment, without runs to be predicted. */
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
    // A file of the same configuration without a run is included, so that the check names it.
    runs: [...runs, ...records.filter((record) => record.run === undefined && isReplicate(record, runs[0]))].map(
      (record) => ({
        record,
        asked: { ...asked, localBatchSize: batch, model: runs[0].run?.configuration.model },
      }),
    ),
  }));
}

/** Such as `runs/007-efficientnetb0-sync-8-2-r1.json` and `runs/012-efficientnetb0-sync-8-2-r2.json`. */
function isReplicate(one: OwnRecord, other: OwnRecord): boolean {
  const [ours, theirs] = [one, other].map(({ file }) => file.replace(/\/\d+-/, "/").replace(/-r\d+\.json$/, ""));
  return ours === theirs;
}

function nothing(records: OwnRecords): Configured {
  const file = "results/experiments/lesson/runs/*.json";
  const record = records.find(({ wrong }) => wrong !== undefined) ?? recordAmong([], file);
  return { design: "lesson", runs: [{ record, asked }] };
}
