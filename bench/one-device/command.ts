import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../../lib/command/values";
import { precisions, takeTurnsByPrecision } from "../turns/by-precision";
import { beforeOption, oneOrMore } from "../turns/flags";
import { classes, withImages } from "../turns/images";
import { head, printResult, writeResult } from "../turns/result";
import { matmulOperations } from "../workers/matmul";
import { before, peerNames, switched, ways } from "./contenders";
import { stepOperations } from "./operations";
import { resultSchema, type BenchResult } from "./result";
import { tableOf } from "./table";

/** `bench one-device`: compares this engine with Keras, PyTorch and tfjs-layers on this machine's processor. */
export function oneDeviceCommand() {
  return new Command("one-device")
    .description("train ResNet50V2 on one device with this engine, Keras, PyTorch and tfjs-layers, in turn")
    .option("--rounds <number>", "how often each takes its turn (default: 5; quick: 2)", whole(1))
    .option("--steps <number>", "training steps of one turn (default: 8; quick: 2)", whole(1))
    .option("--batch <images>", "images of one step", whole(1), 16)
    .option("--image-size <pixels>", "height and width that images are resized to", whole(1), 128)
    .option("--peers <list>", "who takes part, separated by commas", oneOrMore(peerNames), [...peerNames])
    .option("--precision <list>", "float32, bfloat16 or both", oneOrMore(precisions), [...precisions])
    .option("--switches", "also the Python peers with switches of their own: XLA, input tuning, layout, compiling")
    .addOption(beforeOption())
    .option("--quick", "few steps: shows that it works, not how fast it is")
    .option("--output <file>", "where the raw results go", join("results", "bench", "one-device.json"))
    .action(async (flags) => {
      await benchOneDevice(flags);
    });
}

type Flags = FlagsOf<typeof oneDeviceCommand>;

async function benchOneDevice(flags: Flags): Promise<void> {
  const extent = { rounds: flags.rounds ?? (flags.quick ? 2 : 5), steps: flags.steps ?? (flags.quick ? 2 : 8) };
  const startedAt = new Date();
  const peers: readonly string[] = flags.peers;
  const chosen = [...ways, ...(flags.switches ? switched : [])].filter(({ peer }) => peers.includes(peer));
  const entrants = [...chosen, ...(flags.before ? [before(flags.before)] : [])];
  const contenders = await withImages((images) => {
    const plan = { ...images, imageSize: flags.imageSize, batchSize: flags.batch };
    return takeTurnsByPrecision(flags.precision, entrants, plan, extent);
  });
  const result: BenchResult = {
    ...head(startedAt),
    settings: { imageSize: flags.imageSize, batchSize: flags.batch, classes, ...extent },
    stepOperations: stepOperations(flags.imageSize, classes, flags.batch),
    matmulOperations,
    contenders,
  };
  await writeResult(flags.output, resultSchema, result);
  printResult(tableOf(result), flags.output, contenders);
}
