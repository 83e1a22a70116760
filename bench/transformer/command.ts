import { join } from "node:path";
import { Command, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../../lib/command/values";
import { gptSizes } from "../../lib/models";
import { precisions, takeTurnsByPrecision } from "../turns/by-precision";
import { beforeOption, oneOrMore } from "../turns/flags";
import { head, printResult, writeResult } from "../turns/result";
import { matmulOperations } from "../workers/matmul";
import { before, peerNames, ways } from "./contenders";
import { stepOperations } from "./operations";
import { resultSchema, type TransformerResult } from "./result";
import { tableOf } from "./table";
import { vocabulary, withTokens } from "./tokens";

const models = Object.keys(gptSizes) as (keyof typeof gptSizes)[];

/** `bench transformer`: compares this engine's GPT with PyTorch's, eager and compiled, and Keras's on this machine's processor. */
export function transformerCommand() {
  return new Command("transformer")
    .description("train a GPT on one device with this engine, PyTorch (eager, compiled) and Keras, in turn")
    .option("--rounds <number>", "how often each takes its turn (default: 5; quick: 2)", whole(1))
    .option("--steps <number>", "training steps of one turn (default: 8; quick: 2)", whole(1))
    .option("--batch <rows>", "rows of one step, each as long as the GPT's context", whole(1), 8)
    .addOption(new Option("--model <name>", "the GPT's size").choices(models).default("gpt-10m" as const))
    .option("--peers <list>", "who takes part, separated by commas", oneOrMore(peerNames), [...peerNames])
    .option("--precision <list>", "float32, bfloat16 or both", oneOrMore(precisions), [...precisions])
    .addOption(beforeOption("gpt"))
    .option("--quick", "few steps: shows that it works, not how fast it is")
    .option("--output <file>", "where the raw results go", join("results", "bench", "transformer.json"))
    .action(async (flags) => {
      await benchTransformer(flags);
    });
}

type Flags = FlagsOf<typeof transformerCommand>;

async function benchTransformer(flags: Flags): Promise<void> {
  const extent = { rounds: flags.rounds ?? (flags.quick ? 2 : 5), steps: flags.steps ?? (flags.quick ? 2 : 8) };
  const startedAt = new Date();
  const sizes = { ...gptSizes[flags.model], vocabulary, batchSize: flags.batch };
  const peers: readonly string[] = flags.peers;
  const chosen = ways.filter(({ peer }) => peers.includes(peer));
  const entrants = [...chosen, ...(flags.before ? [before(flags.before)] : [])];
  const contenders = await withTokens(sizes.context, (tokens) => {
    const plan = { ...sizes, ...tokens, learningRate: 0.0003, weightDecay: 0.1 };
    return takeTurnsByPrecision(flags.precision, entrants, plan, extent);
  });
  const result: TransformerResult = {
    ...head(startedAt),
    settings: { model: flags.model, ...sizes, ...extent },
    stepOperations: stepOperations(sizes),
    matmulOperations,
    contenders,
  };
  await writeResult(flags.output, resultSchema, result);
  printResult(tableOf(result), flags.output, contenders);
}
