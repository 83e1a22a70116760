import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { synthetic } from "../../datasets";
import { machineMemory } from "../../lib/measure";
import { matmulOperations } from "../workers/matmul";
import type { Precision } from "../workers/protocol";
import { takeTurns } from "./benchmark";
import { contenders, matmul, peerNames, type PeerName } from "./contenders";
import { stepOperations } from "./operations";
import { writeResult, type BenchResult } from "./result";
import { tableOf } from "./table";

interface Flags {
  rounds?: number;
  steps?: number;
  batch: number;
  imageSize: number;
  peers: PeerName[];
  precision: Precision[];
  quick?: true;
  output: string;
}

const classes = 10;
const imageCount = 512;

/** `bench one-device`: this engine beside Keras, PyTorch and tfjs-layers on this machine's processor. */
export function oneDeviceCommand(): Command {
  return new Command("one-device")
    .description("train ResNet50V2 on one device with this engine, Keras, PyTorch and tfjs-layers, in turn")
    .option("--rounds <number>", "how often each takes its turn (default: 5; quick: 2)", whole)
    .option("--steps <number>", "training steps of one turn (default: 8; quick: 2)", whole)
    .option("--batch <images>", "images of one step", whole, 16)
    .option("--image-size <pixels>", "height and width that images are resized to", whole, 128)
    .option("--peers <list>", "who takes part, separated by commas", oneOrMore(peerNames), [...peerNames])
    .option("--precision <list>", "float32, bfloat16 or both", oneOrMore(["float32", "bfloat16"] as const), [
      "float32",
      "bfloat16",
    ]) // prettier-ignore
    .option("--quick", "few steps: shows that it works, not how fast it is")
    .option("--output <file>", "where the raw results go", join("results", "bench", "one-device.json"))
    .action(benchOneDevice);
}

async function benchOneDevice(flags: Flags): Promise<void> {
  const extent = { rounds: flags.rounds ?? (flags.quick ? 2 : 5), steps: flags.steps ?? (flags.quick ? 2 : 8) };
  const startedAt = new Date().toISOString();
  const folder = await mkdtemp(join(os.tmpdir(), "bench-"));
  const say = (line: string): void => {
    console.error(line);
  };
  try {
    const plan = {
      imageFile: await writeImages(folder),
      ...{ imageCount, classes, learningRate: 0.01, imageSize: flags.imageSize, batchSize: flags.batch },
    };
    const results: BenchResult["contenders"] = [];
    for (const precision of flags.precision) {
      const taking = contenders.filter((each) => flags.peers.includes(each.peer as PeerName)); // matmul is not among them
      const entrants = [...taking, matmul].filter(({ precisions }) => precisions.includes(precision));
      results.push(...(await takeTurns(entrants, precision, plan, extent, say)));
    }
    const result: BenchResult = {
      schema: 1,
      startedAt,
      endedAt: new Date().toISOString(),
      machine: {
        processor: os.cpus().at(0)?.model.trim() ?? "unknown",
        cores: os.availableParallelism(),
        memoryBytes: machineMemory(),
        node: process.versions.node,
      },
      settings: { imageSize: flags.imageSize, batchSize: flags.batch, classes, ...extent },
      stepOperations: stepOperations(flags.imageSize, classes, flags.batch),
      matmulOperations,
      contenders: results,
    };
    await writeResult(flags.output, result);
    console.log(tableOf(result));
    console.log(`\nRaw results: ${flags.output}`);
    if (results.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same images for all: the stand-in's, which have CIFAR-10's size. */
async function writeImages(folder: string): Promise<string> {
  const { train } = await synthetic({ trainImages: imageCount, testImages: 1 });
  const file = join(folder, "images");
  await writeFile(file, Buffer.concat([train.images, train.labels]));
  return file;
}

function whole(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("It must be a whole number from 1 up.");
  return number;
}

function oneOrMore<T extends string>(allowed: readonly T[]) {
  return (value: string): T[] => {
    const isAllowed = (name: string): name is T => (allowed as readonly string[]).includes(name);
    return value.split(",").map((name) => {
      if (!isAllowed(name)) throw new InvalidArgumentError(`"${name}" is none of ${allowed.join(", ")}.`);
      return name;
    });
  };
}
