import { counted } from "../../lib/system/words";
import { rangeOf } from "../turns/statistics";
import { descriptions, range, section } from "../turns/text";
import type { GpuResult, GpuRow } from "./result";
import { workload, type Workload } from "./workloads";

/** The result as text: a table for each workload, then what each contender does. */
export function tableOf(result: GpuResult): string {
  const { gpu, machine, settings } = result;
  const device = gpu ? `${gpu.name}, driver ${gpu.driver}` : `no GPU: ${machine.processor}, ${machine.cores} cores`;
  const { rounds, steps, imageSize } = settings;
  const names = [...new Set(result.rows.map((row) => row.workload))];
  const failed = result.rows.flatMap(({ workload, contender, precision, failed: reason }) =>
    reason === undefined ? [] : [`${workload}, ${contender}, ${precision}: ${reason}`],
  );
  return [
    device,
    `One process after the other; ${rounds} rounds of ${steps} steps: the median of the rounds (least to most)`,
    ...names.flatMap((name) => {
      const rows = result.rows.filter((row) => row.workload === name && row.failed === undefined);
      return section(titleOf(workload(name), imageSize), columnsOf(workload(name)), [
        rows.map((row) => cells(row, gpu !== undefined)),
      ]);
    }),
    ...(failed.length > 0 ? ["", "Without a figure:", ...failed.map((line) => `  ${line}`)] : []),
    ...descriptions(result.rows.map((row) => ({ ...row, name: row.contender }))),
  ].join("\n");
}

const titleOf = ({ network, batch, sizes }: Workload, imageSize: number): string =>
  sizes
    ? `${network}, ${counted(batch, "row")} of ${sizes.context} tokens, AdamW`
    : `ResNet50V2, ${counted(batch, "image")} of ${imageSize}x${imageSize}, SGD`;

const columnsOf = ({ sizes }: Workload): string[] => {
  const unit = sizes ? "token" : "image";
  return ["", "precision", `${unit}s/s`, "MFU", "peak memory", "first step", sizes ? "mJ a token" : "J an image"];
};

function cells(
  { contender, precision, perSecond, mfu, peakBytes, firstStepSeconds, joules, workload: name }: GpuRow,
  onGpu: boolean,
): string[] {
  const scale = workload(name).sizes ? 1000 : 1;
  return [
    contender,
    precision === "float32" && onGpu ? "TF32" : precision,
    range(rangeOf(perSecond), rangeOf(perSecond).median < 100 ? 1 : 0),
    mfu === undefined ? "-" : `${(100 * mfu).toPrecision(2)} %`,
    peakBytes === undefined ? "-" : `${(peakBytes / 1e9).toFixed(2)} GB`,
    firstStepSeconds === undefined ? "-" : `${firstStepSeconds.toFixed(1)} s`,
    joules === undefined ? "-" : (scale * joules).toPrecision(3),
  ];
}
