import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { positive, whole, type FlagsOf } from "../values";

/** `workbook plan`: what a training will take on a cluster, for each way to run it. */
export function planCommand() {
  return new Command("plan")
    .description("forecast a training: which configurations fit, how long they take, and what they cost")
    .requiredOption("--model <name or file>", "a model's name, as for `train`, or a YAML file that describes a network")
    .requiredOption("--cluster <name or file>", "h100, two-cores, or a YAML file that describes a cluster")
    .option("--image-size <pixels>", "height and width of the images; default: 128", whole(1, 8192))
    .option("--images <number>", "images of an epoch; default: 50000, as in CIFAR-10", whole(1), 50_000)
    .option("--epochs <number>", "passes over the images", whole(1), 90)
    .option(
      "--global-batch <images>",
      "images of an update, over all devices; several separated by commas; default: powers of two from 32 to 8192, and multiples of each number of devices that is no power of two",
      batches,
    )
    .addOption(
      new Option("--precision <kind>", "the number format of the computation")
        .choices(["float32", "mixed_bfloat16", "mixed_float16"])
        .default("float32" as const),
    )
    .addOption(
      new Option("--optimizer <name>", "sgd (with momentum) or adamw")
        .choices(["sgd", "adamw"])
        .default("sgd" as const),
    )
    .option("--runs <files...>", "records of own runs on that cluster, from which the forecast learns")
    .option("--deadline <hours>", "the longest that the job may take", positive)
    .option(
      "--budget <amount>",
      "the most that it may be expected to cost, in the cluster's currency, or in device-hours",
      positive,
    )
    .option("--out <file>", "also draw what each configuration takes and costs, as .html, .png, .svg or .json")
    .addHelpText("after", help)
    .action(async (flags) => {
      const { printPlan } = await import("./action.js");
      await printPlan(flags);
    });
}

/** The flags of `plan`. */
export type PlanFlags = FlagsOf<typeof planCommand>;

const help = `
slurm/clusters/ has the clusters by name, and docs/plan.md says what such files contain.

  ./workbook plan --model resnet50 --cluster h100 --image-size 224 --precision mixed_float16 --images 1281167 --deadline 2
  ./workbook plan --model resnet44 --image-size 32 --cluster two-cores --runs results/train/*.json`;

function batches(text: string): number[] {
  const sizes = text.split(",").map(Number);
  if (sizes.every((size) => Number.isSafeInteger(size) && size > 0)) return sizes;
  throw new InvalidArgumentError("Give whole numbers from 1, separated by commas.");
}
