import { Command, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../values";

/** `workbook rehearse-gpu`: how TensorFlow would run the steps on GPUs, checked on a machine without one. */
export function rehearseGpuCommand() {
  return new Command("rehearse-gpu")
    .description(
      "check, without a GPU, how TensorFlow would run every step on GPUs: kernels, layouts, precision, all-reduces",
    )
    .addHelpText(
      "after",
      "\nIt needs an x86-64 machine and, the first time, a network; no GPU. --against-keras compares resnet50v2, resnet50 and " +
        "\nefficientnetb0, unless --model names others.",
    )
    .option("--model <names...>", "only these models; default: all, 20 minutes on 2 cores")
    .option("--no-cuda-wheel", "only the checks that need no TensorFlow for CUDA (1 GB, downloaded once)")
    .addOption(
      new Option(
        "--against-keras",
        "instead compare a training step with Keras's, op by op, as Grappler leaves both",
      ).conflicts("cudaWheel"),
    )
    .option("--image-size <pixels>", "with --against-keras: height and width of the images", whole(1), 128)
    .option("--batch-size <images>", "with --against-keras: images of the step", whole(1), 256)
    .addOption(
      new Option(
        "--libraries [folder]",
        "instead check whether TensorFlow finds its CUDA libraries; default: where set-up put it",
      ).conflicts("againstKeras"),
    )
    .action(async (flags) => {
      const { rehearseFromFlags } = await import("./action.js");
      if (!(await rehearseFromFlags(flags))) process.exitCode = 1;
    });
}

/** The flags of `rehearse-gpu`. */
export type RehearseFlags = FlagsOf<typeof rehearseGpuCommand>;
