import { median } from "simple-statistics";
import { isPython, type PeerName } from "./contenders";
import type { BenchResult, ContenderResult } from "./result";

/** The middle of some values, and between which they lie. */
export interface Range {
  median: number;
  least: number;
  most: number;
}

/** One line of the table; what cannot be said is undefined. */
export interface Row {
  contender: ContenderResult;
  /** Over the rounds, each by its median step. */
  imagesPerSecond: Range;
  /** Over the rounds: its images per second divided by those of the fastest Python peer in the same round. */
  ratio?: Range;
  /** Processor time of a step, over all cores, in seconds: in the middle of the rounds. */
  processorSeconds: number;
  /** Share of the machine's matmul rate at this precision, 0 to 1: in the middle of the rounds. */
  matmulShare?: number;
}

/** The table's lines for one precision, the contenders in their order. */
export function summarize(result: BenchResult, precision: ContenderResult["precision"]): Row[] {
  const { batchSize } = result.settings;
  const measured = result.contenders.filter((each) => each.precision === precision && each.rounds.length > 0);
  const training = measured.filter(({ peer }) => peer !== "matmul");
  const rate = matmulRate(result, precision);
  const best = fastestPython(training);
  return training.map((contender) => {
    const seconds = roundSeconds(contender);
    const ratios = best && seconds.flatMap((each, round) => divide(roundSeconds(best).at(round), each));
    return {
      contender,
      imagesPerSecond: rangeOf(seconds.map((each) => batchSize / each)),
      processorSeconds: median(contender.rounds.map((round) => round.processorSeconds / round.seconds.length)),
      ...(ratios && ratios.length > 0 ? { ratio: rangeOf(ratios) } : {}),
      ...(rate === undefined ? {} : { matmulShare: result.stepOperations / median(seconds) / rate }),
    };
  });
}

/** Floating-point operations a second of large matrix products; undefined where they were not measured. */
export function matmulRate(result: BenchResult, precision: ContenderResult["precision"]): number | undefined {
  const measured = result.contenders.find((each) => each.peer === "matmul" && each.precision === precision);
  if (!measured || measured.rounds.length === 0) return undefined;
  return result.matmulOperations / median(roundSeconds(measured));
}

function fastestPython(contenders: readonly ContenderResult[]): ContenderResult | undefined {
  const python = contenders.filter(({ peer }) => isPython({ peer: peer as PeerName })); // as the result says it
  const time = (contender: ContenderResult) => median(roundSeconds(contender));
  return python.sort((a, b) => time(a) - time(b)).at(0);
}

const roundSeconds = ({ rounds }: ContenderResult): number[] => rounds.map(({ seconds }) => median(seconds));

const divide = (numerator: number | undefined, denominator: number): number[] =>
  numerator === undefined ? [] : [numerator / denominator];

function rangeOf(values: number[]): Range {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
