import { median } from "simple-statistics";
import { fastest, imagesPerSecond, processorSecondsOfStep, roundSeconds, speedAgainst } from "../turns/statistics";
import type { Range } from "../turns/statistics";
import { isPython } from "./contenders";
import type { BenchResult, ContenderResult } from "./result";

/** One line of the table; unknown values are undefined. */
export interface Row {
  contender: ContenderResult;
  /** Over the rounds, by the median step of each. */
  imagesPerSecond: Range;
  /** Over the rounds: this contender's images per second divided by those of the fastest Python peer in the same round. */
  ratio?: Range;
  /** Processor time of a step, over all cores, in seconds: the median of the rounds. */
  processorSeconds: number;
  /** Share of the machine's matmul rate at this precision, 0 to 1: the median of the rounds. */
  matmulShare?: number;
}

/** The table's lines for one precision, the contenders in their order. */
export function summarize(result: BenchResult, precision: ContenderResult["precision"]): Row[] {
  const measured = result.contenders.filter((each) => each.precision === precision && each.rounds.length > 0);
  const training = measured.filter(({ peer }) => peer !== "matmul");
  const rate = matmulRate(result, precision);
  const best = fastest(training.filter(({ peer }) => isPython(peer)));
  return training.map((contender) => ({
    contender,
    imagesPerSecond: imagesPerSecond(contender, result.settings.batchSize),
    ratio: speedAgainst(best, contender),
    processorSeconds: processorSecondsOfStep(contender),
    matmulShare: rate && result.stepOperations / median(roundSeconds(contender)) / rate,
  }));
}

/** Floating-point operations per second of large matrix products; undefined if they were not measured. */
export function matmulRate(result: BenchResult, precision: ContenderResult["precision"]): number | undefined {
  const measured = result.contenders.find((each) => each.peer === "matmul" && each.precision === precision);
  if (!measured || measured.rounds.length === 0) return undefined;
  return result.matmulOperations / median(roundSeconds(measured));
}
