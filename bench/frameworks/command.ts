import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { startCluster, whyNoCluster } from "../../lib/cluster";
import { whole, type FlagsOf } from "../../lib/command/values";
import { contenderNames } from "../../lib/frameworks";
import { ownCores } from "../../lib/jobs";
import { list, oneOrMore } from "../turns/flags";
import { head, printResult, writeResult } from "../turns/result";
import { chosenContenders } from "./chosen";
import { entrantsOf } from "./entrants";
import { measureInTurn } from "./in-turn";
import { resultSchema, type FrameworksResult } from "./result";
import { tableOf } from "./table";

const model = "resnet44";
/** Of its 661,146 weights. */
const gradientBytes = 4 * 661_146;

/** `bench frameworks`: compares this engine with the study's frameworks, on one process and on the nodes of a local cluster. */
export function frameworksCommand() {
  return new Command("frameworks")
    .description("train ResNet44 with this engine and with TensorFlow, PyTorch, MXNet and Horovod, in turn")
    .option("--contenders <list>", "who takes part (default: ours, and all that are set up)", oneOrMore(contenderNames))
    .option("--nodes <list>", "numbers of processes, 1 to 32: more than 1 are nodes of a local cluster (default: 1 to the cores, at most 4)", list(whole(1, 32)))
    .option("--rate <rate>", "of each node's link, in each direction", "1gbit")
    .option("--batch <number>", "images of one step of a single process", whole(1), 128)
    .option("--local-batch <number>", "images of one step of each of several processes", whole(1), 32)
    .option("--rounds <number>", "how often each trains", whole(1), 5)
    .option("--epochs <number>", "of each run; the first one is not measured", whole(2), 3)
    .option("--steps <number>", "of each epoch", whole(1), 4)
    .option("--output <file>", "where the raw results go", join("results", "bench", "frameworks.json"))
    .action(async (flags) => {
      await benchFrameworks(flags);
    }); // prettier-ignore
}

type Flags = FlagsOf<typeof frameworksCommand>;

async function benchFrameworks(flags: Flags): Promise<void> {
  const { rounds, epochs, steps, rate, batch, localBatch, output } = flags;
  const names = await chosenContenders(flags.contenders, console.error);
  const counts = flags.nodes ?? nodesByDefault();
  const most = Math.max(...counts);
  const startedAt = new Date();
  const settings = { model, rounds, epochs, steps, rate, gradientBytes };
  const result: FrameworksResult = { ...head(startedAt), settings, groups: [] };
  const cluster =
    most > 1 ? await startCluster({ nodes: most, cpus: 1, rate, name: `bench-${process.pid}` }) : undefined;
  try {
    for (const nodes of counts) {
      const batchSize = nodes === 1 ? batch : localBatch;
      const place = nodes === 1 ? undefined : cluster;
      const entrants = entrantsOf(names, { model, nodes, batchSize, epochs, steps, cluster: place }, gradientBytes);
      const say = (line: string): void => console.error(`${nodes === 1 ? "1 process" : `${nodes} nodes`}, ${line}`);
      result.groups.push({ nodes, batchSize, contenders: await measureInTurn(entrants, rounds, say) });
      // Written after each group, so that nothing is lost if the benchmark ends early.
      Object.assign(result, head(startedAt));
      await writeResult(output, resultSchema, result);
    }
  } finally {
    await cluster?.down();
  }
  printResult(tableOf(result), output, result.groups.flatMap(({ contenders }) => contenders)); // prettier-ignore
}

/** One process, and as many nodes as can have a core each, where this machine can have a cluster. */
function nodesByDefault(): number[] {
  const reason = whyNoCluster();
  if (reason !== undefined) console.error(`Only one process is measured: ${reason}`);
  const most = reason === undefined ? Math.min(4, Math.max(2, ownCores().length)) : 1;
  return Array.from({ length: most }, (_, index) => index + 1);
}
