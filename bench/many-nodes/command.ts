import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { startCluster, type LocalCluster } from "../../lib/cluster";
import { list, oneOrMore, whole } from "../turns/flags";
import { withImages } from "../turns/images";
import { head, writeResult } from "../turns/result";
import { takeTurns } from "../turns/take-turns";
import { classes, groupsOf, modelNames, partNames, peerNames, type Choice, type Group } from "./groups";
import type { RingSegment } from "./mpi";
import { resultSchema, type NodesContender, type NodesResult } from "./result";
import { tableOf } from "./table";

interface Flags extends Omit<Choice, "batchSize" | "bucketMegabytes" | "packMegabytes"> {
  batch: number;
  bucketMb?: number;
  packMb: number[];
  rounds?: number;
  steps?: number;
  quick?: true;
  output: string;
}

/** `bench many-nodes`: MultiWorkerMirroredStrategy on a local Slurm cluster beside the wire, Open MPI, and Keras's. */
export function manyNodesCommand(): Command {
  return new Command("many-nodes")
    .description("all-reduce and training over the nodes of a local Slurm cluster, by this engine and others, in turn")
    .option("--parts <list>", "all-reduce, step (training), slow (training at --slow-rate)", oneOrMore(partNames), [
      ...partNames,
    ])
    .option("--nodes <list>", "numbers of nodes", list(several), [2, 3])
    .option("--rate <rate>", "of each node's link, in each direction", "1gbit")
    .option("--slow-rate <rate>", "the same for the part `slow`, which takes the most nodes", "100mbit")
    .option("--models <list>", "resnet50, efficientnetb0", oneOrMore(modelNames), modelNames)
    .option("--batch <number>", "images of one step on one node", whole, 8)
    .option("--image-size <pixels>", "height and width that images are resized to", whole, 64)
    .option("--sync-every <number>", "batches between two all-reduces of `accumulate`", several, 4)
    .option("--bucket-mb <megabytes>", "size of our buckets (default: as the strategy chooses)", positive)
    .option("--peers <list>", "mpi, keras, or none", oneOrMore(peerNames), ["mpi", "keras"])
    .option("--segments <list>", "Open MPI's: bytes of a segment of its ring, or whole", list(segment), [
      "whole",
      2 ** 16,
      2 ** 18,
    ]) // prettier-ignore
    .option("--pack-mb <list>", "Keras's packs of gradients in megabytes; 0: as it comes", list(megabytes), [0, 8])
    .option("--rounds <number>", "how often each takes its turn (default: 4; quick: 2)", whole)
    .option("--steps <number>", "steps of one turn, made a multiple of --sync-every (default: --sync-every)", whole)
    .option("--quick", "two nodes, few rounds, small images: shows that it works, not how fast it is")
    .option("--output <file>", "where the raw results go", join("results", "bench", "many-nodes.json"))
    .action(benchManyNodes);
}

async function benchManyNodes(flags: Flags): Promise<void> {
  const { batch: batchSize, bucketMb: bucketMegabytes, packMb: packMegabytes, ...rest } = flags;
  const choice: Choice = { ...rest, batchSize, bucketMegabytes, packMegabytes };
  const startedAt = new Date();
  const rounds = flags.rounds ?? (flags.quick ? 2 : 4);
  const steps = choice.syncEvery * Math.ceil((flags.steps ?? 1) / choice.syncEvery);
  // Each contender is a job of its own, which sleeps between its turns: CPUs are shared, whatever Slurm counts.
  const cluster = await startCluster({ nodes: Math.max(...choice.nodes), cpus: 64, name: `bench-${process.pid}` });
  try {
    const contenders = await withImages(async (images) => {
      const results: NodesContender[] = [];
      for (const group of groupsOf(choice, images, cluster)) {
        results.push(...(await measure(cluster, group, { rounds, steps })));
      }
      return results;
    });
    const settings = { batchSize, imageSize: choice.imageSize, classes, rounds, steps };
    const result: NodesResult = { ...head(startedAt), settings, contenders };
    await writeResult(flags.output, resultSchema, result);
    console.log(tableOf(result));
    console.log(`\nRaw results: ${flags.output}`);
    if (contenders.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
  } finally {
    await cluster.down();
  }
}

async function measure(
  cluster: LocalCluster,
  { entries, ...common }: Group,
  extent: { rounds: number; steps: number },
): Promise<NodesContender[]> {
  await cluster.setRate(common.rate);
  const turns = await takeTurns(common.group, entries, extent, console.error);
  return turns.map((each, index) => {
    const { peer, way, syncEvery } = entries[index];
    return { ...common, peer, way, syncEvery, ...each };
  });
}

function several(value: string): number {
  const number = whole(value);
  if (number < 2) throw new InvalidArgumentError("It must be 2 or more.");
  return number;
}

function megabytes(value: string): number {
  const size = Number(value);
  if (value === "" || !Number.isFinite(size) || size < 0) {
    throw new InvalidArgumentError(`"${value}" is no size: give megabytes from 0 up.`);
  }
  return size;
}

function positive(value: string): number {
  if (megabytes(value) === 0) throw new InvalidArgumentError("It must be more than 0.");
  return Number(value);
}

const segment = (value: string): RingSegment => (value === "whole" ? value : whole(value));
