import { Command, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../values";

/** `workbook rehearse-gpu`: what GPUs would make of the steps, on a machine without one. */
export function rehearseGpuCommand() {
  return new Command("rehearse-gpu")
    .description(
      "check on a machine without a GPU what GPUs would make of every step: kernels, layouts, precision, all-reduces",
    )
    .option("--model <names...>", "only these models; default: all, of 2 to 15 minutes each on 2 cores")
    .option("--no-cuda-wheel", "only the checks that need no TensorFlow for CUDA (1 GB, downloaded once)")
    .option("--against-keras", "instead compare a training step with Keras's, op by op, as Grappler leaves both")
    .option("--image-size <pixels>", "of the step that is compared", whole(1), 128)
    .option("--batch-size <images>", "of the step that is compared", whole(1), 256)
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
