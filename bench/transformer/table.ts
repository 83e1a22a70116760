import { matmulShare, percent, textOf, trained } from "../turns/by-precision";
import { processorSecondsOfStep, rangeOf, roundSeconds, speedAgainst } from "../turns/statistics";
import { costCells, costColumns, range } from "../turns/text";
import type { Precision } from "../workers/protocol";
import { ways } from "./contenders";
import type { TransformerResult } from "./result";

const others = ways.filter(({ peer }) => peer !== "ours");
const columns = [
  "",
  "ms a step",
  ...others.map(({ name }) => `x ${name}`),
  "of matmul",
  "core-s a step",
  ...costColumns,
];

/** The result as text: a table for each precision, then what each contender does. */
export function tableOf(result: TransformerResult): string {
  const { model, layers, heads, width, context, vocabulary, batchSize } = result.settings;
  const sizes = `${layers} layers, ${heads} heads, width ${width}, vocabulary ${vocabulary}`;
  const what = `${model}: ${sizes}; ${batchSize} rows of ${context} tokens, AdamW`;
  return textOf(result, what, columns, (precision) => rowsOf(result, precision));
}

function rowsOf(result: TransformerResult, precision: Precision): string[][] {
  const measured = trained(result, precision);
  return measured.map((contender) => [
    contender.name,
    range(rangeOf(roundSeconds(contender).map((seconds) => 1000 * seconds)), 0),
    ...others.map(({ peer }) => range(speedAgainst(measured.find((each) => each.peer === peer), contender), 2)), // prettier-ignore
    percent(matmulShare(result, contender)),
    processorSecondsOfStep(contender).toFixed(2),
    ...costCells(contender),
  ]);
}
