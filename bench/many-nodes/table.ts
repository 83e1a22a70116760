import { costCells, costColumns, descriptions, range, section, warnings } from "../turns/text";
import { bytesToSend, collectives } from "../workers/protocol";
import type { NodesResult } from "./result";
import { summarize, type Row } from "./summary";

const ratios = ["x wire", "x max(alone, wire)", "x Keras", "x sync"];
const columns = ["", "nodes", "s a step", "MB/s", "images/s", "epoch", ...ratios, "core-s a step", ...costColumns];

const parts = {
  "all-reduce": "all-reduce of ResNet50's gradients",
  halves: "the halves of an all-reduce, which sharded models use",
  step: "training step",
  slow: "training on a slow network",
} as const;

/** Images of an epoch, those of TinyImageNet. */
const epochImages = 100_000;

/** The result as text: a table for the all-reduce, and for each model's training, then what each contender does. */
export function tableOf(result: NodesResult): string {
  const { settings, machine, contenders } = result;
  const { batchSize, imageSize, rounds, steps } = settings;
  const lines = [
    `${imageSize}x${imageSize}, ${batchSize} images a node and step, float32, SGD; ${machine.processor}, ${machine.cores} cores that all nodes share`,
    `${rounds} rounds in turn, ${steps} steps each: the median of the rounds' means (least to most)`,
    "wire: as many bytes as a ring sends, (n-1)/n x those of the tensors, twice for an all-reduce, over plain TCP; MB/s: of such bytes",
    "alone: the same step on all nodes at once without an all-reduce; where it is every few batches, the wire counts by that share",
    "x Keras, x sync: how many times as fast as the fastest Keras, as an all-reduce in each step; all of the same rounds",
    `epoch: of ${epochImages.toLocaleString("en")} images`,
  ];
  lines.push(...sizesSection(result));
  for (const part of ["all-reduce", "halves", "step", "slow"] as const) {
    const taking = contenders.filter((each) => each.part === part);
    for (const model of new Set(taking.map((each) => each.model))) {
      const groups = new Map(taking.filter((each) => each.model === model).map((each) => [each.group, each]));
      const rates = [...new Set([...groups.values()].map(({ rate }) => rate))].join(", ");
      const bytes = ([...groups.values()][0].bytes / 1e6).toFixed(0);
      const title = `${parts[part]}${model ? ` of ${model}` : ""}, ${bytes} MB of ${part === "halves" ? "a tensor" : "gradients"}, ${rates}`;
      lines.push(...section(title, columns, [...groups.keys()].map((group) => summarize(result, group).map(cells)))); // prettier-ignore
    }
  }
  return [...lines, ...descriptions(contenders), ...warnings(contenders, ({ group }) => group)].join("\n");
}

/** All-reduces by size and way, in milliseconds. */
function sizesSection(result: NodesResult): string[] {
  const taking = result.contenders.filter(({ part }) => part === "sizes");
  const names = [...new Set(taking.map(({ name }) => name))];
  const rows = [...new Set(taking.map(({ group }) => group))].map((group) => {
    const measured = summarize(result, group).map(({ contender, seconds: { median, least, most } }) => ({
      name: contender.name,
      ms: range({ median: 1000 * median, least: 1000 * least, most: 1000 * most }, 2),
    }));
    return [group, ...names.map((name) => measured.find((each) => each.name === name)?.ms ?? "-")];
  });
  return section("all-reduces by size (ms)", ["", ...names], [rows]);
}

function cells(row: Row): string[] {
  const { contender, imagesPerSecond } = row;
  const { bytes, name, nodes, part, way } = contender;
  const collective = collectives.find((each) => each === way);
  return [
    name,
    String(nodes),
    range(row.seconds, 3),
    collective ? (bytesToSend(collective, bytes, nodes) / 1e6 / row.seconds.median).toFixed(1) : "-",
    range(imagesPerSecond, 1),
    part === "slow" && imagesPerSecond ? `${(epochImages / imagesPerSecond.median / 60).toFixed(0)} min` : "-",
    range(row.againstWire, 2),
    range(row.againstLimit, 2),
    range(row.againstKeras, 2),
    range(row.againstSync, 2),
    row.processorSeconds.toFixed(2),
    ...costCells(contender),
  ];
}
