import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { notNegative, positive, whole, type FlagsOf } from "../../lib/command/values";
import { startCluster, type LocalCluster } from "../../lib/cluster";
import { beforeOption, list, oneOrMore } from "../turns/flags";
import { withImages } from "../turns/images";
import { head, printResult, writeResult } from "../turns/result";
import { takeTurns } from "../turns/take-turns";
import { classes, groupsOf, modelNames, nodesOfSizes, partNames, peerNames, type Choice, type Group } from "./groups";
import type { RingSegment } from "./mpi";
import { resultSchema, type NodesContender, type NodesResult } from "./result";
import { tableOf } from "./table";

type Defaults = Omit<Choice, "parts" | "rate" | "peers" | "bucketMegabytes"> & { rounds: number };

const usual: Defaults = {
  ...{ nodes: [2, 3], models: modelNames, slowRate: "200mbit", batchSize: 8, imageSize: 64, syncEvery: 4, rounds: 4 },
  ...{ segments: ["whole", 2 ** 16, 2 ** 18], packMegabytes: [0, 8] },
};

const quick: Defaults = {
  ...{ nodes: [2], models: ["resnet50"], slowRate: "500mbit", batchSize: 2, imageSize: 32, syncEvery: 2, rounds: 2 },
  ...{ segments: [2 ** 16], packMegabytes: [8] },
};

/** `bench many-nodes`: compares MultiWorkerMirroredStrategy on a local Slurm cluster with the wire, Open MPI, and Keras's. */
export function manyNodesCommand() {
  return new Command("many-nodes")
    .description("all-reduce and training over the nodes of a local Slurm cluster, by this engine and others, in turn")
    .option(
      "--parts <list>",
      "all-reduce, sizes (all-reduces of small and large arrays), halves (all-gather and reduce-scatter), step (training), slow (training at --slow-rate)",
      oneOrMore(partNames),
      [...partNames],
    )
    .option("--nodes <list>", "numbers of nodes (default: 2,3; quick: 2)", list(whole(2)))
    .option("--rate <rate>", "of each node's link, in each direction", "1gbit")
    .option("--slow-rate <rate>", "of the part `slow`, with the most nodes (default: 200mbit; quick: 500mbit)")
    .option("--models <list>", "resnet50, efficientnetb0 (default: both; quick: resnet50)", oneOrMore(modelNames))
    .option("--batch <number>", "images of one step on one node (default: 8; quick: 2)", whole(1))
    .option("--image-size <pixels>", "height and width of resized images (default: 64; quick: 32)", whole(1))
    .option("--sync-every <number>", "batches of an update of `accumulate` (default: 4; quick: 2)", whole(2))
    .option("--bucket-mb <megabytes>", "size of our buckets (default: as the strategy chooses)", positive)
    .option("--peers <list>", "mpi, keras, or none", oneOrMore(peerNames), ["mpi", "keras"] satisfies Choice["peers"])
    .option(
      "--segments <list>",
      "bytes of a segment of Open MPI's ring, or whole (default: whole,65536,262144)",
      list(segment),
    ) // prettier-ignore
    .option(
      "--pack-mb <list>",
      "Keras's packs of gradients in megabytes; 0: as it comes (default: 0,8)",
      list(notNegative),
    ) // prettier-ignore
    .option("--rounds <number>", "how often each takes its turn (default: 4; quick: 2)", whole(1))
    .option("--steps <number>", "steps of one turn, made a multiple of --sync-every (default: --sync-every)", whole(1))
    .addOption(beforeOption())
    .option("--quick", "shows that it works, not how fast it is")
    .option("--output <file>", "where the raw results go", join("results", "bench", "many-nodes.json"))
    .action(async (flags) => {
      await benchManyNodes(flags);
    });
}

type Flags = FlagsOf<typeof manyNodesCommand>;

async function benchManyNodes(flags: Flags): Promise<void> {
  const { choice, rounds, steps } = chosen(flags);
  const startedAt = new Date();
  // Each contender is a job of its own and sleeps between its turns. The jobs share the CPUs, so Slurm is told there are many.
  const nodes = choice.parts.includes("sizes") ? nodesOfSizes(choice.nodes) : Math.max(...choice.nodes);
  const cluster = await startCluster({ nodes, cpus: 64, name: `bench-${process.pid}` });
  try {
    const settings = { batchSize: choice.batchSize, imageSize: choice.imageSize, classes, rounds, steps };
    const result: NodesResult = { ...head(startedAt), settings, contenders: [] };
    await withImages(async (images) => {
      for (const group of groupsOf(choice, images, cluster)) {
        result.contenders.push(...(await measure(cluster, group, { rounds, steps })));
        // Written after each group, so that nothing is lost if the benchmark ends early.
        Object.assign(result, head(startedAt));
        await writeResult(flags.output, resultSchema, result);
      }
    });
    printResult(tableOf(result), flags.output, result.contenders);
  } finally {
    await cluster.down();
  }
}

function chosen(flags: Flags): { choice: Choice; rounds: number; steps: number } {
  const defaults = flags.quick ? quick : usual;
  const { nodes, models, slowRate, imageSize, syncEvery, segments, rounds } = { ...defaults, ...flags };
  const choice: Choice = {
    ...{ nodes, models, slowRate, imageSize, syncEvery, segments },
    ...{ parts: flags.parts, rate: flags.rate, peers: flags.peers, bucketMegabytes: flags.bucketMb },
    before: flags.before,
    batchSize: flags.batch ?? defaults.batchSize,
    packMegabytes: flags.packMb ?? defaults.packMegabytes,
  };
  return { choice, rounds, steps: syncEvery * Math.ceil((flags.steps ?? 1) / syncEvery) };
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

const segment = (value: string): RingSegment => (value === "whole" ? value : whole(1)(value));
