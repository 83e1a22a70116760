import { max, mean, min } from "simple-statistics";
import { observations, type Observation, type Response } from "../../../lib/experiment/observations";
import { fitCost } from "../../../lib/experiment/predict";
import type { Check } from "../../../lib/checks/check";
import { sameValue } from "../../../lib/checks/compare";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { responsesOf } from "../../../lib/checks/measured/responses";
import {
  callOnce,
  checkOwn,
  ownValue,
  runOf,
  valueOrUndefined,
  type Needed,
  type OwnValue,
} from "../../../lib/checks/measured/own-check";
import { recordAmong, type OwnRecord, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** A prediction for the most nodes, made from runs on fewer, beside what was measured later. Times are in seconds. */
export interface PredictionResults {
  predicted: number;
  /** The mean of the runs that were made after the prediction. */
  measured: number;
  /** By what share the prediction is too long: 0.1 is 10 %. */
  error: number;
  /** Whether the measured time lies in the prediction's interval. */
  inside: boolean;
}

const asked: AskedFor = { program: "04-many-nodes/train", syncEvery: 1, epochs: 2 };
const UNSEEN = "-unseen";

/** An experiment to which the model was fitted, and the one that was made afterwards. */
interface Predicted {
  design: string;
  fitted: Needed[];
  unseen: Needed[];
}

/**
 * Checks a prediction of an epoch of sync on the most nodes. The cost model is fitted again to the student's own runs. If there
 * are several experiments, the one that fits the answer counts.
 * @param records of experiments and of those that followed them, such as `results/experiments/fit-unseen/runs/*.json`.
 */
export function checkOwnPrediction(results: () => PredictionResults, records: OwnRecords): Check {
  const given = callOnce(results);
  const answer = valueOrUndefined(given.value);
  const all = experiments(records);
  const meant = all.find((each) =>
    valueOrUndefined(() => outcomes(each).some(({ measured }) => sameValue(answer, { measured }))),
  );
  return checkOwn("Predict, then measure", given.value, valuesOf(meant ?? all.at(0) ?? nothing(records)));
}

function valuesOf(experiment: Predicted): OwnValue[] {
  const { fitted, unseen } = experiment;
  const all = (): PredictionResults[] => outcomes(experiment);
  return [
    ownValue("the mean of the runs on the most nodes", "measured", unseen, {
      unit: "s",
      right: () => responsesOf(experiment.design).map((response) => measuredOn(unseen, response).measured),
      slips: () => [[mean(seconds(unseen, "epoch")), "Take only the runs on the most nodes."]],
    }),
    ownValue("what the model said", "predicted", [...fitted, ...unseen], {
      unit: "s",
      right: () => all().map(({ predicted }) => predicted),
      slips: () => all().map(({ measured }) => [measured, "This was measured. What did the model say before?"]),
    }),
    ownValue("the error", ["error", "inside"], [...fitted, ...unseen], {
      right: () => all().map(({ error, inside }) => ({ error, inside })),
      slips: () =>
        all().flatMap(({ error, inside }) => [
          [{ error: 100 * error, inside }, "Give a share, not percent."],
          [{ error: -error, inside }, "A prediction that is too long has a positive error."],
          [{ error, inside: !inside }, "Does the measured time lie between from and to?"],
        ]),
    }),
  ];
}

/** The configuration on the most nodes among the later runs, and their mean. */
function measuredOn(unseen: readonly Needed[], response: Response) {
  const later = observed(unseen, response);
  const nodes = max(later.map(({ levels }) => Number(levels.nodes)));
  const runs = later.filter(({ levels }) => levels.nodes === nodes);
  const { model, batch } = runs[0].levels;
  const plan = { model: String(model), batch: Number(batch), nodes };
  return { plan, measured: mean(runs.map((run) => run.seconds)) };
}

const timeOf = (which: "startedAt" | "endedAt") => (needed: Needed) => Date.parse(runOf(needed)[which] ?? "");

/** What follows from the runs, for each response that the design may compare. */
function outcomes({ design, fitted, unseen }: Predicted): PredictionResults[] {
  const before = fitted.length > 0 && unseen.length > 0;
  if (before && min(unseen.map(timeOf("startedAt"))) < max(fitted.map(timeOf("endedAt"))))
    throw new Error("runs that were to be predicted began before the model had its runs");
  return responsesOf(design).map((response) => {
    const { plan, measured } = measuredOn(unseen, response);
    const { seconds: predicted, low = NaN, high = NaN } = fitCost(observed(fitted, response)).predict(plan);
    return { predicted, measured, error: predicted / measured - 1, inside: low <= measured && measured <= high };
  });
}

const observed = (from: readonly Needed[], response: Response): Observation[] =>
  observations(from.map(runOf), { response });

const seconds = (from: readonly Needed[], response: Response): number[] =>
  observed(from, response).map((observation) => observation.seconds);

/** The runs of sync of each experiment that another one followed, for one network. */
function experiments(records: OwnRecords): Predicted[] {
  const groups = new Map<string, OwnRecord[]>();
  for (const record of records) {
    const [, design] = /^results\/experiments\/([^/]+)\/runs\//.exec(record.file) ?? [];
    const isSync = (record.run?.configuration.syncEvery ?? 1) === 1 && !/-accumulate-/.test(record.file);
    if (design !== undefined && isSync) groups.set(design, [...(groups.get(design) ?? []), record]);
  }
  return [...groups.keys()].flatMap((followed): Predicted[] => {
    if (!followed.endsWith(UNSEEN)) return [];
    const design = followed.slice(0, -UNSEEN.length);
    const unseen = groups.get(followed)!;
    const model = unseen.find(({ run }) => run)?.run?.configuration.model;
    const of = (all: readonly OwnRecord[]): Needed[] =>
      all
        .filter(({ run }) => run === undefined || run.configuration.model === model)
        .map((record) => ({ record, asked: { ...asked, model } }));
    return [{ design, fitted: of(groups.get(design) ?? []), unseen: of(unseen) }];
  });
}

function nothing(records: OwnRecords): Predicted {
  const file = `results/experiments/fit${UNSEEN}/runs/*.json`;
  const record = records.find(({ wrong }) => wrong !== undefined) ?? recordAmong([], file);
  return { design: "fit", fitted: [], unseen: [{ record, asked }] };
}
