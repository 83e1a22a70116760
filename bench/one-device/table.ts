import { percent, textOf } from "../turns/by-precision";
import { costCells, costColumns, range } from "../turns/text";
import type { BenchResult } from "./result";
import { summarize, type Row } from "./summary";

const columns = ["", "images/s", "x fastest Python", "of matmul", "core-s a step", ...costColumns];

/** The result as text: a table for each precision, then what each contender does. */
export function tableOf(result: BenchResult): string {
  const { imageSize, batchSize } = result.settings;
  const what = `ResNet50V2 (PyTorch: ResNet50), ${imageSize}x${imageSize}, batch ${batchSize}, SGD`;
  return textOf(result, what, columns, (precision) => summarize(result, precision).map(cells));
}

function cells({ contender, imagesPerSecond, ratio, matmulShare, processorSeconds }: Row): string[] {
  return [
    contender.name,
    range(imagesPerSecond, 1),
    range(ratio, 2),
    percent(matmulShare),
    processorSeconds.toFixed(2),
    ...costCells(contender),
  ];
}
