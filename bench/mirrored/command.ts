import { join } from "node:path";
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../../lib/command/values";
import { beforeOption, list, oneOrMore } from "../turns/flags";
import { classes, withImages } from "../turns/images";
import { head, printResult, writeResult } from "../turns/result";
import { takeTurns } from "../turns/take-turns";
import { groupsOf, peerNames, type BucketSize, type PeerName } from "./groups";
import { resultSchema, type MirroredContender, type MirroredResult } from "./result";
import { tableOf } from "./table";

/** `bench mirrored`: compares MirroredStrategy on logical devices with one device and with Keras's. */
export function mirroredCommand() {
  return new Command("mirrored")
    .description("train ResNet50V2 on one device and under MirroredStrategy, by this engine and by Keras, in turn")
    .option("--batch <list>", "images of one step over all devices", list(whole(1)), [16, 64])
    .option("--devices <list>", "numbers of logical devices", list(whole(1)), [1, 2, 4])
    .option("--rounds <number>", "how often each takes its turn (default: 4; quick: 2)", whole(1))
    .option(
      "--steps <number>",
      "training steps of one turn (default: 48 images' worth, at least 2; quick: 2)",
      whole(1),
    )
    .option(
      "--bucket-mb <list>",
      "sizes of buckets: megabytes, 0 for each gradient alone, all for one bucket, or none",
      bucketSizes,
      [0, 1, 4, 16, "all"] satisfies BucketSize[],
    ) // prettier-ignore
    .option("--image-size <pixels>", "height and width that images are resized to", whole(1), 128)
    .option(
      "--peers <list>",
      "Keras as it comes (keras), Keras set for logical devices (keras-tuned), both, or none",
      oneOrMore(peerNames),
      ["keras-tuned"] satisfies PeerName[],
    )
    .addOption(beforeOption())
    .option("--quick", "few steps: shows that it works, not how fast it is")
    .option("--output <file>", "where the raw results go", join("results", "bench", "mirrored.json"))
    .action(async (flags) => {
      await benchMirrored(flags);
    });
}

type Flags = FlagsOf<typeof mirroredCommand>;

async function benchMirrored(flags: Flags): Promise<void> {
  const rounds = flags.rounds ?? (flags.quick ? 2 : 4);
  const stepsAt = (batchSize: number): number =>
    flags.steps ?? (flags.quick ? 2 : Math.max(2, Math.round(48 / batchSize)));
  const { batch: batchSizes, bucketMb, devices, imageSize, peers, before } = flags;
  const choice = { batchSizes, devices, bucketSizes: bucketMb, peers, imageSize, before };
  const startedAt = new Date();
  const contenders = await withImages(async (images) => {
    const results: MirroredContender[] = [];
    for (const { entries, ...common } of groupsOf(choice, images)) {
      const extent = { rounds, steps: stepsAt(common.batchSize) };
      const turns = await takeTurns(common.group, entries, extent, console.error);
      results.push(
        ...turns.map((each, index) => {
          const { peer, devices, strategy } = entries[index];
          return { ...common, peer, devices, strategy, ...each };
        }),
      );
    }
    return results;
  });
  const batches = batchSizes.map((batchSize) => ({ batchSize, steps: stepsAt(batchSize) }));
  const result: MirroredResult = {
    ...head(startedAt),
    settings: { imageSize, classes, rounds, batches },
    contenders,
  };
  await writeResult(flags.output, resultSchema, result);
  printResult(tableOf(result), flags.output, contenders);
}

function bucketSizes(value: string): BucketSize[] {
  if (value === "none") return [];
  return list((text): BucketSize => {
    const size = Number(text);
    if (text === "all") return text;
    if (text === "" || !Number.isFinite(size) || size < 0) {
      throw new InvalidArgumentError(`"${text}" is no size: give megabytes from 0 up, all, or none.`);
    }
    return size;
  })(value);
}
