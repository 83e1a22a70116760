import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../../lib/command/values";
import { onOneLine } from "../../lib/system/words";
import { withTokens } from "../transformer/tokens";
import { list, oneOrMore } from "../turns/flags";
import { withImages, type Images } from "../turns/images";
import { head, printResult, writeResult } from "../turns/result";
import { contenders, type Contender, type Material } from "./contenders";
import type { Extent, Measured } from "./measure";
import { peaksOf, type Peaks } from "./peaks";
import { firstGpu, watchPower, wattsIn } from "./device";
import { precisions, resultSchema, type GpuPrecision, type GpuResult, type GpuRow } from "./result";
import { tableOf } from "./table";
import { operationsOf, unitsOf, workload, type Workload } from "./workloads";

const usual = {
  rounds: 3,
  steps: 20,
  imageSize: 128,
  workloads: ["resnet50v2:256", "resnet50v2:1024", "gpt-10m:64", "gpt2:8"],
};
const quick = { rounds: 1, steps: 2, imageSize: 32, workloads: ["resnet50v2:4", "gpt-1m:2"] };
const ids = contenders.map(({ id }) => id);

/** `bench gpu`: compares this engine with PyTorch and Keras on this machine's first GPU, one process after the other. */
export function gpuCommand() {
  return new Command("gpu")
    .description(
      "train ResNet50V2 and GPTs on one GPU with this engine, PyTorch and Keras, one process after the other",
    )
    .option(
      "--workloads <list>",
      `networks with the images or rows of a step (default: ${usual.workloads.join(",")})`,
      list(workload),
    )
    .option("--contenders <list>", ids.join(", "), oneOrMore(ids), ids)
    .option("--precision <list>", "float32 (on GPUs: TensorFloat-32), float16, bfloat16", oneOrMore(precisions), [
      ...precisions,
    ])
    .option("--rounds <number>", "how often each is measured (default: 3; quick: 1)", whole(1))
    .option("--steps <number>", "training steps of one round (default: 20; quick: 2)", whole(1))
    .option("--image-size <pixels>", "height and width of the images (default: 128; quick: 32)", whole(32))
    .option(
      "--python <program>",
      "a Python that has PyTorch, Keras and TensorFlow for this GPU; default: they are installed",
    )
    .option(
      "--quick",
      "few steps of small networks, also without a GPU: shows that it works, not how fast it is",
      false,
    )
    .option("--output <file>", "where the raw results go", join("results", "bench", "gpu.json"))
    .action(async (flags) => {
      await benchGpu(flags);
    });
}

type Flags = FlagsOf<typeof gpuCommand>;

async function benchGpu(flags: Flags): Promise<void> {
  const startedAt = new Date();
  const gpu = await firstGpu();
  if (!gpu && !flags.quick)
    throw new Error(
      "There is no GPU here to compare programs on: take a machine with one, or try the command with --quick.",
    );
  const sizes = flags.quick ? quick : usual;
  const {
    rounds = sizes.rounds,
    steps = sizes.steps,
    imageSize = sizes.imageSize,
    workloads = sizes.workloads.map(workload),
  } = flags;
  const folder = await mkdtemp(join(os.tmpdir(), "bench-gpu-"));
  const chosen = contenders.filter(({ id }) => flags.contenders.includes(id));
  const peaks = peaksOf(gpu?.name);
  const rows: GpuRow[] = [];
  try {
    for (const each of workloads) {
      await withMaterial(each, { imageSize, python: flags.python }, async (material) => {
        for (const precision of flags.precision) {
          for (const contender of chosen) {
            const extent = {
              device: gpu ? "gpu" : "cpu",
              rounds,
              steps,
              imageSize,
              record: join(folder, `${rows.length}.json`),
            } as const;
            const row = await rowOf(contender, { workload: each, precision, extent, material, peaks });
            if (row) rows.push(row);
          }
        }
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const settings = { rounds, steps, imageSize, quick: flags.quick };
  const result: GpuResult = { ...head(startedAt), ...(gpu && { gpu }), settings, rows };
  await writeResult(flags.output, resultSchema, result);
  printResult(tableOf(result), flags.output, []); // what cannot train is a row with its reason
}

/** Calls a function with the files that peers train on. */
async function withMaterial(
  { network, batch, sizes }: Workload,
  { imageSize, python }: { imageSize: number; python?: string },
  use: (material: Material) => Promise<void>,
): Promise<void> {
  const made = (plan: object): Material => ({
    planOf: (_, precision) => ({ ...plan, batchSize: batch, precision }),
    python,
    say: console.error,
  });
  if (sizes)
    await withTokens(sizes.context, (tokens) =>
      use(made({ ...sizes, ...tokens, learningRate: 0.001, weightDecay: 0.01 })),
    );
  else await withImages((images: Images) => use(made({ ...images, imageSize, model: network })), Math.max(512, batch));
}

interface Measurement {
  workload: Workload;
  precision: GpuPrecision;
  extent: Extent;
  material: Material;
  peaks: Peaks;
}

/** Measures a contender, if it trains such a network. What it cannot do is a row with the reason. */
async function rowOf(
  contender: Contender,
  { workload: of, precision, extent, material, peaks }: Measurement,
): Promise<GpuRow | undefined> {
  const measure = of.sizes ? contender.text : contender.images;
  if (!measure) return undefined;
  const row = { workload: of.name, contender: contender.name, precision, perSecond: [] };
  console.error(`${of.name}, ${precision}, ${contender.name} ...`);
  const stop = extent.device === "gpu" ? watchPower() : undefined;
  let measured: Measured | undefined;
  let failed = "";
  try {
    measured = await measure(of, precision, extent, material);
  } catch (error) {
    failed = onOneLine((error as Error).message);
    console.error(`  ${failed}`);
  }
  const lines = (await stop?.()) ?? [];
  if (!measured) return { ...row, failed };
  const { rounds, ...more } = measured;
  const perSecond = rounds.map(({ seconds }) => (unitsOf(of) * extent.steps) / seconds);
  const watts = wattsIn(rounds, lines);
  const mean = perSecond.reduce((sum, each) => sum + each, 0) / perSecond.length;
  const mfu = ((operationsOf(of, extent.imageSize) / unitsOf(of)) * mean) / ((await peaks(precision)) ?? NaN);
  return {
    ...{ ...row, ...more, perSecond },
    ...(mfu <= 1 && { mfu }), // else others disturbed the measured peak
    ...(watts !== undefined && { joules: watts / mean }),
  };
}
