import { costCells, costColumns, descriptions, range, section, warnings } from "../turns/text";
import type { MirroredResult } from "./result";
import { summarize, type Row } from "./summary";

const columns = ["", "devices", "images/s", "x one device", "x Keras", "core-s a step", ...costColumns];

/** The result as text: a table for each global batch, one for the sizes of buckets, then what each contender does. */
export function tableOf(result: MirroredResult): string {
  const { settings, machine, contenders } = result;
  const { imageSize, rounds, batches } = settings;
  const turns = batches.map(({ batchSize, steps }) => `${steps} steps each at batch ${batchSize}`);
  const lines = [
    `ResNet50V2, ${imageSize}x${imageSize}, float32, SGD; ${machine.processor}, ${machine.cores} cores`,
    `${rounds} rounds in turn, ${turns.join(", ")}: the median of the rounds' medians (least to most)`,
    "x one device: this engine without a strategy, x Keras: the fastest with as many devices, both of the same rounds",
  ];
  for (const { batchSize } of batches) {
    for (const part of ["devices", "buckets"] as const) {
      const taking = contenders.filter((each) => each.batchSize === batchSize && each.part === part);
      const groups = [...new Set(taking.map(({ group }) => group))].map((group) => summarize(result, group).map(cells));
      const title = `global batch ${batchSize}${part === "buckets" ? ", sizes of buckets" : ""}`;
      lines.push(...section(title, columns, groups));
    }
  }
  return [...lines, ...descriptions(contenders), ...warnings(contenders, ({ group }) => group)].join("\n");
}

function cells({ contender, imagesPerSecond, againstOneDevice, againstKeras, processorSeconds }: Row): string[] {
  return [
    contender.name,
    String(contender.devices),
    range(imagesPerSecond, 1),
    range(againstOneDevice, 2),
    range(againstKeras, 2),
    processorSeconds.toFixed(2),
    ...costCells(contender),
  ];
}
