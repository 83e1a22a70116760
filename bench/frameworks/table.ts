import { counted } from "../../lib/system/words";
import type { Range } from "../turns/statistics";
import { costCells, costColumns, descriptions, range, section } from "../turns/text";
import type { FrameworksResult } from "./result";
import { summarize, type Row } from "./summary";

const columns = ["", "images/s", "x best other", "s a step", "x wire", "MB sent", ...costColumns];

/** The result as text: a table for each number of nodes, then what each contender does. */
export function tableOf({ settings, machine, groups }: FrameworksResult): string {
  const { model, rounds, epochs, steps, rate, gradientBytes } = settings;
  const lines = [
    `${model}, 32x32, float32, SGD, one thread a process; ${machine.processor}, ${machine.cores} cores that all nodes share`,
    `${counted(rounds, "round")} in turn, each a run of ${epochs} epochs of ${counted(steps, "step")}: the median of the rounds' means (least to most)`,
    "a step: from the start of an epoch's first step to the end of its last, by its steps, without the first epoch",
    "x best other: how many times as fast as the fastest beside ours, of the same rounds; peak memory: of the chief's framework",
    "MB sent: of a node in a step, with all headers; what the run's start sends is shared out among the steps",
    "first step: from the start of the run's processes, the workbook's own included",
  ];
  for (const group of groups) {
    const { nodes, batchSize } = group;
    const where = nodes === 1 ? "1 process" : `${nodes} nodes, ${rate}, ${(gradientBytes / 1e6).toFixed(2)} MB of gradients`;
    lines.push(...section(`${where}, ${batchSize} images a process and step`, columns, [summarize(group).map(cells)]));
  } // prettier-ignore
  const all = groups.flatMap(({ contenders }) => contenders);
  const failed = groups.flatMap(({ nodes, contenders }) =>
    contenders.flatMap((each) => (each.failed === undefined ? [] : [`On ${counted(nodes, "node")}: ${each.failed}`])),
  );
  return [...lines, ...descriptions(all), ...(failed.length > 0 ? ["", ...failed] : [])].join("\n");
}

function cells({
  contender,
  seconds,
  imagesPerSecond,
  againstOthers,
  againstWire,
  sentBytes,
  ...costs
}: Row): string[] {
  return [
    contender.name,
    range(imagesPerSecond, 1),
    range(againstOthers, 2),
    range(seconds, 3),
    range(againstWire, 1),
    range(sentBytes && inMegabytes(sentBytes), 2),
    ...costCells(costs),
  ];
}

const inMegabytes = ({ median, least, most }: Range): Range => ({
  ...{ median: median / 1e6, least: least / 1e6, most: most / 1e6 },
});
