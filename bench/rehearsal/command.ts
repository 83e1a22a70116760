import { Command, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../../lib/command/values";

/** `npm run bench -- rehearse-gpu`: how TensorFlow would run the steps on GPUs, checked on a machine without one. */
export function rehearseGpuCommand() {
  return new Command("rehearse-gpu")
    .description(
      "check, without a GPU, how TensorFlow would run every step on GPUs: kernels, layouts, precision, collectives",
    )
    .addHelpText(
      "after",
      "\nThis needs an x86-64 machine and, the first time, a network, but no GPU. --against-keras compares resnet50v2, " +
        "\nresnet50 and efficientnetb0, unless --model names others.",
    )
    .option("--model <names...>", "only these models; default: all, which takes 20 minutes on 2 cores")
    .option("--no-cuda-wheel", "make only the checks that work without TensorFlow for CUDA (1 GB, downloaded once)")
    .addOption(
      new Option(
        "--against-keras",
        "instead compare a training step with Keras's, op by op, after Grappler has optimized both",
      ).conflicts("cudaWheel"),
    )
    .option("--image-size <pixels>", "with --against-keras: height and width of the images", whole(1), 128)
    .option("--batch-size <images>", "with --against-keras: images in the step", whole(1), 256)
    .addOption(
      new Option(
        "--xla",
        "with --against-keras: both as XLA compiles them for this CPU, by XLA's own cost analysis",
      ).implies({
        againstKeras: true,
      }),
    )
    .addOption(
      new Option(
        "--libraries [folder]",
        "instead check whether TensorFlow finds its CUDA libraries; default folder: the one that set-up made",
      ).conflicts("againstKeras"),
    )
    .action(async (flags) => {
      const { rehearseFromFlags } = await import("./action.js");
      if (!(await rehearseFromFlags(flags))) process.exitCode = 1;
    });
}

/** The flags of `rehearse-gpu`. */
export type RehearseFlags = FlagsOf<typeof rehearseGpuCommand>;
