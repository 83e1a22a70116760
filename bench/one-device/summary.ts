import { matmulShare, trained, type ContenderResult } from "../turns/by-precision";
import { fastest, imagesPerSecond, processorSecondsOfStep, speedAgainst } from "../turns/statistics";
import type { Range } from "../turns/statistics";
import { isPython } from "./contenders";
import type { BenchResult } from "./result";

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
  const training = trained(result, precision);
  const best = fastest(training.filter(({ peer }) => isPython(peer)));
  return training.map((contender) => ({
    contender,
    imagesPerSecond: imagesPerSecond(contender, result.settings.batchSize),
    ratio: speedAgainst(best, contender),
    processorSeconds: processorSecondsOfStep(contender),
    matmulShare: matmulShare(result, contender),
  }));
}
