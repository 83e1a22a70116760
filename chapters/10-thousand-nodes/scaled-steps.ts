import { mean, sum } from "simple-statistics";
import type { Predictions } from "../../lib/cells/seal";
import type { MlperfRow, ScaleFit } from "../../lib/experiment";
import type { DeviceRate } from "./figures/per-device";
import type { ScaleGuess } from "./figures/scale-errors";

/** A step on several GPUs: the images of each, and its milliseconds. */
export interface GpuStep {
  gpus: number;
  batch: number;
  ms: number;
}

/** What a step takes whatever its batch, and what each image adds, in milliseconds. */
export interface Line {
  fixed: number;
  image: number;
}

export type FitLine = (steps: GpuStep[]) => Line;

export const asStep = ({ plan, seconds }: MlperfRow): GpuStep => ({
  ...{ gpus: plan.devices, batch: plan.localBatch },
  ms: 1000 * seconds,
});

export const meanOf = (values: readonly number[]): number => mean([...values]);

/** The milliseconds that a line gives a step. */
export const timeBy = ({ fixed, image }: Line, batch: number): number => fixed + image * batch;

/** By how many percent of the measured time a line is too long. */
export const errorOf = (line: Line, { batch, ms }: GpuStep): number => 100 * (timeBy(line, batch) / ms - 1);

/** The sum of the squared relative errors of a line. */
const misfit = (line: Line, steps: readonly GpuStep[]): number =>
  sum(steps.map((step) => (errorOf(line, step) / 100) ** 2));

/** The kinds of step, by GPUs and images of each, that several systems with H100 GPUs have. */
const kinds = [[4, 816], [4, 800], [4, 400], [8, 408], [8, 400], [16, 200], [64, 50]]; // prettier-ignore

const ofKind = (steps: readonly GpuStep[], [gpus, batch]: readonly number[]): GpuStep[] =>
  steps.filter((step) => step.gpus === gpus && step.batch === batch);

/** Rows for a table of steps by their kind. */
export const kindRows = (steps: readonly GpuStep[]) =>
  kinds.map(([gpus, batch]) => {
    const ms = ofKind(steps, [gpus, batch]).map((step) => step.ms);
    const named = { GPUs: gpus, "images of each": batch, logs: ms.length };
    return { ...named, "fastest (ms)": Math.min(...ms), "slowest (ms)": Math.max(...ms) };
  });

/** Rows for a table of how far a line is from steps, by their kind. */
export const kindErrorRows = (steps: readonly GpuStep[], line: Line) =>
  kinds.map(([gpus, batch]) => {
    const errors = ofKind(steps, [gpus, batch]).map((step) => errorOf(line, step));
    const named = { GPUs: gpus, "images of each": batch, logs: errors.length };
    return { ...named, "error (%) from": Math.min(...errors), to: Math.max(...errors) };
  });

const nameOf = ({ plan }: MlperfRow): string => `${plan.devices} GPUs`;

/** What a line says of rows, give or take twice the standard deviation of its own errors on the steps that it was fitted to. */
export function predictByLine(line: Line, fitted: readonly GpuStep[], rows: readonly MlperfRow[]): Predictions {
  const reach = 2 * Math.sqrt(misfit(line, fitted) / (fitted.length - 2));
  return Object.fromEntries(
    rows.map((row) => {
      const value = timeBy(line, row.plan.localBatch);
      return [nameOf(row), { value, low: value * (1 - reach), high: value * (1 + reach) }];
    }),
  );
}

/** What the workbook's model says of rows. */
export const predictByModel = (fit: ScaleFit, rows: readonly MlperfRow[]): Predictions =>
  Object.fromEntries(
    rows.map((row) => {
      const { seconds, low = 0, high = Infinity } = fit.predict(row.plan);
      return [nameOf(row), { value: 1000 * seconds, low: 1000 * low, high: 1000 * high }];
    }),
  );

/** Rows for a table of predictions beside what was measured. @param score A student's score of an interval. */
export const predictionRows = (
  truth: readonly GpuStep[],
  predictors: Record<string, Predictions>,
  score: (low: number, high: number, truth: number) => number,
) =>
  truth.flatMap(({ gpus, ms }) =>
    Object.entries(predictors).flatMap(([who, predictions]) => {
      if (!(`${gpus} GPUs` in predictions)) return [];
      const { value, low, high } = predictions[`${gpus} GPUs`];
      return {
        ...{ GPUs: gpus, who, "predicted (ms)": value, low, high, "measured (ms)": ms },
        ...{ "error (%)": 100 * (value / ms - 1), holds: low <= ms && ms <= high ? "yes" : "no" },
        score: score(low, high, ms),
      };
    }),
  );

/** What the figure of predictions shows. */
export const scaleGuesses = (predictors: Record<string, Predictions>): ScaleGuess[] =>
  Object.entries(predictors).map(([name, predictions]) => ({
    name,
    points: Object.entries(predictions).map(([gpus, foreseen]) => ({ devices: Number.parseInt(gpus), ...foreseen })),
  }));

/** What one GPU computes a second in each step. */
export const ratesOf = (steps: readonly GpuStep[]): DeviceRate[] =>
  steps.map(({ gpus, batch, ms }) => ({
    ...{ group: gpus <= 64 ? "up to 64 GPUs" : "512 GPUs and more", batch },
    imagesPerSecond: (1000 * batch) / ms,
  }));

/** Rows for a table of the most GPUs with an efficiency. @param mostAt What a student computes of a batch and an efficiency. */
export const efficientRows = (batches: readonly number[], mostAt: (batch: number, efficiency: number) => number) =>
  batches.map((batch) => ({
    ...{ "images of a step": batch, "GPUs at 90 %": mostAt(batch, 0.9) },
    ...{ "GPUs at 80 %": mostAt(batch, 0.8), "GPUs at 50 %": mostAt(batch, 0.5) },
  }));

/** Rows for a table of one submitter's steps. */
export const stepRows = (steps: readonly GpuStep[]) =>
  steps.map(({ gpus, batch, ms }) => ({
    ...{ GPUs: gpus, "images of each": batch, "a step (ms)": ms },
    "images/s of each": (1000 * batch) / ms,
  }));

/** Rows for a table of steps beside a line through all but the suspect. */
export function suspectRows(steps: readonly GpuStep[], suspect: number, fit: FitLine) {
  const line = fit(steps.filter(({ gpus }) => gpus !== suspect));
  return steps.map(({ gpus, batch, ms }) => ({
    ...{ GPUs: gpus, "a step (ms)": ms, "a line without the suspect (ms)": timeBy(line, batch) },
    ...{ "measured / line": ms / timeBy(line, batch), suspect: gpus === suspect ? "yes" : "" },
  }));
}

/** Rows for a table of how well a line fits the steps that are left without each of them. */
export const misfitRows = (steps: readonly GpuStep[], fit: FitLine) =>
  steps.map((hidden) => {
    const rest = steps.filter((step) => step !== hidden);
    return { "without the row on": `${hidden.gpus} GPUs`, "sum of squares": misfit(fit(rest), rest) };
  });
