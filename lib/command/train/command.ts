import { Command, Option } from "@commander-js/extra-typings";
import { presetNames } from "../../training/presets";
import { supervise, SUPERVISED } from "../../training/supervisor";
import { notNegative, positive, share, whole, type FlagsOf } from "../values";

/** `workbook train`: trains one model on one dataset, in a process of its own, and writes its run record. */
export function trainCommand() {
  return new Command("train")
    .description("train a model and write its run record")
    .addHelpText("after", "\nWithout --preset, sizes are those of the full one. A flag goes before the preset's value.")
    .option(
      "--model <name>",
      "resnet50, resnet101, resnet152, resnet50v2, resnet101v2, resnet152v2 or efficientnetb0",
      "resnet50v2",
    )
    .option("--dataset <name>", "cifar10, tinyimagenet or synthetic", "cifar10")
    .option("--data-dir <folder>", "where the dataset is; without it, it is downloaded once")
    .addOption(new Option("--preset <name>", "sizes to start from").choices(presetNames))
    .option("--image-size <pixels>", "height and width that images are resized to", whole(1))
    .option("--batch-size <images>", "global batch size: images of one step, over all devices", whole(1))
    .addOption(
      new Option("--local-batch-size <images>", "images of one step on one device, instead of --batch-size")
        .argParser(whole(1))
        .conflicts("batchSize"),
    )
    .option("--epochs <number>", "times through the training images", whole(1))
    .option("--steps <number>", "end each epoch after so many steps", whole(1))
    .option("--train-images <number>", "only the first training images", whole(1))
    .option("--test-images <number>", "only the first test images", whole(1))
    .addOption(new Option("--device <kind>", "default: a GPU where there is one").choices(["cpu", "gpu"]))
    .addOption(
      new Option(
        "--precision <kind>",
        "mixed_float16 is for GPUs, mixed_bfloat16 for CPUs; mixed takes the one that fits the device",
      )
        .choices(["float32", "mixed", "mixed_float16", "mixed_bfloat16"])
        .default("float32"),
    )
    .option(
      "--xla",
      "compile the step with XLA, as Keras's jit_compile does; one device, float32; the first step takes longer",
    )
    .addOption(
      new Option("--strategy <name>", "one device, a replica on each of several, or that on each of several nodes")
        .choices(["one-device", "mirrored", "multi-worker"])
        .default("one-device"),
    )
    .option("--devices <number>", "replicas on a node, of the other strategies; default: all its GPUs", whole(1))
    .addOption(
      new Option("--collectives <kind>", "how gradients are added up; default: nccl on GPUs, else ring").choices([
        "ring",
        "nccl",
      ]),
    )
    .option("--bucket-mb <megabytes>", "gradients are added up in buckets of about this size", notNegative)
    .addOption(
      new Option(
        "--compression <kind>",
        "what gradients travel as between nodes; bfloat16 is half the bytes, and needs ring",
      )
        .choices(["none", "bfloat16"])
        .default("none"),
    )
    .option("--collective-timeout <seconds>", "end when another node is lost for so long", positive, 60)
    .option(
      "--sync-every <batches>",
      "add up so many batches' gradients before they travel and weights change",
      whole(1),
    )
    .option("--check-replicas", "compare all replicas' weights after every step, bit by bit")
    .option("--no-tf32", "full float32 products on GPUs, slower")
    .option("--learning-rate <rate>", "of SGD; default: 0.01 x replicas", positive)
    .option("--warm-up-steps <number>", "let the learning rate grow over the first steps", whole(0), 0)
    .option("--momentum <share>", "of SGD, from 0 to below 1", share, 0)
    .option("--seed <number>", "of weights, order of images and random ops", whole(0, 2 ** 31 - 1), 1)
    .addOption(
      new Option("--data <place>", "images on the device, or fed by the host")
        .choices(["device", "host"])
        .default("device"),
    )
    .option("--prefetch <batches>", "batches that the host prepares ahead", whole(0), 2)
    .option("--seconds-per-image <seconds>", "let the host wait for each image, as slow storage would", positive)
    .option("--threads <number>", "threads of one op; default: one a core", whole(1))
    .option("--deterministic", "the same bits on every run, also on GPUs")
    .option("--no-evaluate", "leave out the evaluation on the test images")
    .option("--checkpoint <folder>", "keep checkpoints there: after each epoch, and when a signal ends the run")
    .option("--checkpoint-steps <number>", "checkpoints also after every so many steps", whole(1))
    .option(
      "--resume",
      "go on from the newest checkpoint in --checkpoint; on GPUs to the same bits only with --deterministic",
    )
    .option("--graph <folder>", "write the step's graph there, for `tensorboard --logdir FOLDER`")
    .option("--profile <file>", "write TensorFlow's profile of some steps there; a folder: for `tensorboard --logdir`")
    .option("--profile-steps <number>", "how many steps", whole(1), 3)
    .option("--record <file>", "the run record; default: results/train/<id>.json")
    .action(async (flags, command) => {
      if (flags.strategy === "one-device" && flags.devices !== undefined && flags.devices > 1)
        command.error(`--devices ${flags.devices} needs --strategy mirrored or multi-worker`, { exitCode: 2 });
      if (flags.strategy !== "multi-worker" && flags.compression === "bfloat16")
        command.error("--compression bfloat16 needs --strategy multi-worker", { exitCode: 2 });
      if (flags.xla && flags.strategy !== "one-device")
        command.error("--xla needs --strategy one-device", { exitCode: 2 });
      if (flags.resume && flags.checkpoint === undefined)
        command.error("--resume needs --checkpoint FOLDER", { exitCode: 2 });
      if (process.env[SUPERVISED] === undefined) {
        process.exitCode = await supervise(process.argv[1], process.argv.slice(2));
        return;
      }
      const { trainFromFlags, UnknownName } = await import("./action.js");
      await trainFromFlags(flags).catch((error: Error) => {
        if (error instanceof UnknownName) command.error(error.message, { exitCode: 2 });
        throw error;
      });
    });
}

/** The flags of `train`. */
export type TrainFlags = FlagsOf<typeof trainCommand>;
