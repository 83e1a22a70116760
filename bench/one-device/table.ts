import { aligned, costCells, costColumns, descriptions, range, warnings } from "../turns/text";
import type { BenchResult } from "./result";
import { matmulRate, summarize, type Row } from "./summary";

const columns = ["", "images/s", "x fastest Python", "of matmul", "core-s a step", ...costColumns];

/** The result as text: a table for each precision, then what each contender does. */
export function tableOf(result: BenchResult): string {
  const { imageSize, batchSize, rounds, steps } = result.settings;
  const { processor, cores } = result.machine;
  const lines = [
    `ResNet50V2 (PyTorch: ResNet50), ${imageSize}x${imageSize}, batch ${batchSize}, SGD; ${processor}, ${cores} cores`,
    `${rounds} rounds in turn, ${steps} steps each: the median of the rounds' medians (least to most)`,
  ];
  for (const precision of ["float32", "bfloat16"] as const) {
    const rows = summarize(result, precision);
    if (rows.length === 0) continue;
    const rate = matmulRate(result, precision);
    const note = rate === undefined ? "" : `, ${(rate / 1e9).toFixed(0)} GFLOP/s in large matrix products`;
    lines.push("", `${precision}${note}`, ...aligned([columns, ...rows.map(cells)]));
  }
  const { contenders } = result;
  return [...lines, ...descriptions(contenders), ...warnings(contenders, ({ precision }) => precision)].join("\n");
}

function cells({ contender, imagesPerSecond, ratio, matmulShare, processorSeconds }: Row): string[] {
  return [
    contender.name,
    range(imagesPerSecond, 1),
    range(ratio, 2),
    matmulShare === undefined ? "-" : `${(100 * matmulShare).toFixed(0)} %`,
    processorSeconds.toFixed(2),
    ...costCells(contender),
  ];
}
