import { Command, Option } from "@commander-js/extra-typings";
import { MOST_DEVICES } from "../../sharding/limits";
import { presetNames } from "../../training/presets";
import { supervise, SUPERVISED } from "../../training/supervisor";
import { imageOptions, kindProblem, usualOptimizer, type ImageFlags } from "./by-model";
import { isDivided, meshOptions, meshProblem, type MeshFlags } from "./mesh-options";
import { notNegative, positive, share, whole, type FlagsOf } from "../values";

/** `workbook train`: trains one model on one dataset, in a process of its own, and writes its run record. */
export function trainCommand() {
  const command = ownOptions();
  [...imageOptions().options, ...meshOptions().options].forEach((option) => command.addOption(option));
  return command.action(act);
}

/** All options but those of images and of meshes. */
const ownOptions = () =>
  new Command("train")
    .description("train a model and write its run record")
    .addHelpText("after", "\nWithout --preset, the sizes of the full preset hold. A flag overrides the preset's value.")
    .option(
      "--model <name>",
      "resnet50, resnet101, resnet152, resnet50v2, resnet101v2, resnet152v2 or efficientnetb0; " +
        "for CIFAR-10's small images resnet20, resnet32, resnet44 or resnet56; " +
        "for a first try tinyresnet, tinyresnetv2, tinyresnet20 or tinyefficientnet; for text gpt-1m, gpt-10m or gpt2",
      "resnet50v2",
    )
    .option(
      "--dataset <name>",
      "cifar10, tinyimagenet or synthetic; for a gpt, shakespeare, synthetic or a text file; default: cifar10, or shakespeare",
    )
    .addOption(new Option("--preset <name>", "the sizes to start from").choices(presetNames))
    .option("--context <tokens>", "tokens of a text's rows; default: the preset's", whole(1))
    .option("--batch-size <images>", "global batch size: images (or rows) of one step, over all devices", whole(1))
    .addOption(
      new Option("--local-batch-size <images>", "images of one step on one device, instead of --batch-size")
        .argParser(whole(1))
        .conflicts("batchSize"),
    )
    .option("--epochs <number>", "passes over the training images", whole(1))
    .option("--steps <number>", "end each epoch after this many steps", whole(1))
    .option("--train-images <number>", "use only the first ones of the training images (or rows)", whole(1))
    .option("--test-images <number>", "use only the first ones of the test images (or rows)", whole(1))
    .addOption(new Option("--device <kind>", "default: a GPU if there is one").choices(["cpu", "gpu"]))
    .addOption(
      new Option("--precision <kind>", "the mixed ones multiply in 16 bits; mixed takes the one that fits the device")
        .choices(["float32", "mixed", "mixed_float16", "mixed_bfloat16"])
        .default("float32"),
    )
    .addOption(
      new Option(
        "--xla [when]",
        "compile the steps with XLA, as Keras's jit_compile does; the first one takes longer; " +
          "auto: on one GPU, if the training is long enough to gain by it",
      )
        .choices(["on", "off", "auto"])
        .preset("on")
        .default("off"),
    )
    .addOption(
      new Option("--strategy <name>", "train on one device, on several devices of a node, or on several nodes")
        .choices(["one-device", "mirrored", "multi-worker"])
        .default("one-device"),
    )
    .option(
      "--devices <number>",
      "with the other strategies, or --zero: devices of each node; default: one on each GPU, with --zero one",
      whole(1, MOST_DEVICES),
    )
    .addOption(
      new Option(
        "--collectives <kind>",
        "how gradients are summed; default: nccl on GPUs, otherwise, and with --virtual-gpus, ring",
      ).choices(["ring", "nccl"]),
    )
    .option("--bucket-mb <megabytes>", "sum gradients in buckets of about this size", notNegative)
    .addOption(
      new Option(
        "--compression <kind>",
        "the number format in which devices send gradients; bfloat16 halves the bytes and needs ring",
      )
        .choices(["none", "bfloat16"])
        .default("none"),
    )
    .option("--collective-timeout <seconds>", "end if another node has not answered for this long", positive, 60)
    .option(
      "--sync-every <batches>",
      "sum the gradients of this many batches before each all-reduce and update",
      whole(1),
    )
    .option("--check-replicas", "compare all copies of each weight, bit by bit, after every update")
    .option("--no-tf32", "multiply in full float32 on GPUs, which is slower")
    .addOption(
      new Option("--optimizer <name>", "what updates the weights; default: sgd, or adamw for a gpt").choices([
        "sgd",
        "adamw",
      ]),
    )
    .option("--learning-rate <rate>", "default: 0.01 x replicas for sgd, 0.001 for adamw", positive)
    .option("--warm-up-steps <number>", "let the learning rate grow over this many first steps", whole(0), 0)
    .option("--cosine", "let the learning rate fall to a tenth by the last step, along a cosine")
    .option("--momentum <share>", "SGD's momentum, from 0 to below 1", share, 0)
    .option(
      "--weight-decay <share>",
      "AdamW's decay of the weights, for each unit of the rate; default: 0.01",
      notNegative,
    )
    .option("--clip-norm <norm>", "multiply gradients whose global norm is greater than this down to it", positive)
    .option(
      "--seed <number>",
      "the seed of the weights, the order of the images, and random ops",
      whole(0, 2 ** 31 - 1),
      1,
    )
    .option("--threads <number>", "threads of one op; default: one for each core", whole(1, 1024))
    .option("--deterministic", "give the same bits on every run, even on GPUs")
    .option("--no-evaluate", "do not evaluate on the test images")
    .option("--checkpoint <folder>", "keep checkpoints there: after each epoch, and when a signal ends the run")
    .option("--checkpoint-steps <number>", "also keep a checkpoint each time this many steps are done", whole(1))
    .option(
      "--resume",
      "continue from the newest checkpoint in --checkpoint; on GPUs, --deterministic is needed to reach the same bits",
    )
    .option("--graph <folder>", "write the step's graph there, for `tensorboard --logdir FOLDER`")
    .option(
      "--profile <file>",
      "write TensorFlow's profile of some steps to this file, or into a folder for `tensorboard --logdir`",
    )
    .option("--profile-steps <number>", "how many steps to profile", whole(1), 3)
    .option("--record <file>", "the run record; default: results/train/<id>.json");

async function act(flags: TrainFlags, command: Command): Promise<void> {
  const problem = meshProblem(flags) ?? kindProblem(flags.model, command) ?? togetherProblem(flags);
  if (problem !== undefined) command.error(problem);
  if (process.env[SUPERVISED] === undefined) {
    process.exitCode = await supervise(process.argv[1], process.argv.slice(2));
    return;
  }
  const { trainFromFlags, UnknownName } = await import("./action.js");
  await trainFromFlags(flags).catch((error: Error) => {
    if (error instanceof UnknownName) command.error(error.message);
    throw error;
  });
}

/** What is wrong with flags that go together, in one line; undefined where nothing is. */
function togetherProblem(flags: TrainFlags): string | undefined {
  const { strategy, devices = 1, checkpoint } = flags;
  const optimizer = usualOptimizer(flags);
  if (strategy === "one-device" && devices > 1 && !isDivided(flags))
    return `--devices ${devices} needs --strategy mirrored or multi-worker, or --zero`;
  if (flags.compression === "bfloat16" && strategy === "one-device" && !isDivided(flags))
    return "--compression bfloat16 needs --strategy mirrored or multi-worker, --zero, or --mesh";
  if (flags.compression === "bfloat16" && (flags.zero ?? 1) > 1)
    return "--compression bfloat16 is for sums that all devices get, and --zero 2 and 3 give each device its part: leave one of them out";
  if (optimizer === "adamw" && flags.momentum !== 0) return "--momentum is SGD's: leave it out with --optimizer adamw";
  if (optimizer === "sgd" && flags.weightDecay !== undefined) return "--weight-decay needs --optimizer adamw";
  if (flags.resume && checkpoint === undefined) return "--resume needs --checkpoint FOLDER";
  if (flags.checkpointSteps !== undefined && checkpoint === undefined)
    return "--checkpoint-steps needs --checkpoint FOLDER";
  return undefined;
}

/** The flags of `train`. */
export type TrainFlags = FlagsOf<typeof ownOptions> & ImageFlags & MeshFlags;
