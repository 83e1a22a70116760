import type { Chain } from "../models";
import { allDevices, type Configuration } from "../runs/record";
import { gradientsOf } from "../strategy/copies";
import type { Loss } from "../strategy";
import { capture, tf, TensorSpec } from "../tensorflow/engine";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";

/** Whether XLA compiles the steps of a training; `auto`: on one GPU, where the training is long enough to gain by it. */
export type XlaWish = boolean | "auto";

/** What became of the wish. */
export interface Compilation {
  xla: boolean;
  /** The reason in one line, where there is something to say. */
  because?: string;
}

// What was measured on one H100 (docs/benchmarks.md): the seconds that compiled steps save for each 10^15 multiply-adds, and by how many
// seconds the first step takes longer. Only a GPU's figures change them.
const SAVED = {
  images: { float32: 17, mixed_bfloat16: 10, mixed_float16: 4 },
  text: { float32: 21, mixed_bfloat16: 37, mixed_float16: 37 },
};
const COMPILING = 45;

type Counts = Pick<Configuration, "context" | "precision" | "device" | "replicas" | "sharding">;

/**
 * Decides whether XLA compiles the steps, the same in all processes of a training. Nothing is computed.
 * @param examples Of the whole training: images or rows, over all epochs.
 */
export function compilationOf(model: Chain, counts: Counts, examples: number, wish: XlaWish = false): Compilation {
  if (wish === false || (wish === "auto" && counts.device === "cpu")) return { xla: false };
  if (wish === "auto" && allDevices(counts) > 1)
    return {
      xla: false,
      because:
        "XLA compiles nothing: nobody has measured what it saves on several GPUs. --xla on compiles all the same.",
    };
  const { multiplyAdds, withoutXla } = workOf(model, counts);
  if (withoutXla !== undefined)
    return {
      xla: false,
      because: `XLA has no kernel for ${withoutXla}, which ${model.name} needs: it runs uncompiled.`,
    };
  return wish === "auto" ? worthwhile(secondsSaved(counts, examples * multiplyAdds)) : { xla: true };
}

/** The seconds that an H100 would save. @param multiplyAdds Of all steps. */
export const secondsSaved = ({ context, precision }: Counts, multiplyAdds: number): number =>
  (SAVED[context === undefined ? "images" : "text"][precision] * multiplyAdds) / 1e15;

function worthwhile(seconds: number): Compilation {
  const xla = seconds > COMPILING;
  const compiles = xla ? "XLA compiles the steps" : "XLA compiles nothing";
  return {
    xla,
    because: `${compiles}: by an H100's figures, that takes ${COMPILING} s and saves ${Math.round(seconds)} s.`,
  };
}

/** The work of one example's forward and backward pass. */
function workOf(model: Chain, { context, precision }: Counts) {
  const loss: Loss = (logits, { labels }) => tf.mean(sparseSoftmaxCrossEntropy(logits, labels));
  const pass = (inputs: tf.Tensor, labels: tf.Tensor1D) => {
    const { value, gradients } = gradientsOf(model, { inputs, labels }, loss);
    return [value, ...gradients];
  };
  const inputs =
    "inputShape" in model
      ? new TensorSpec([1, ...(model.inputShape as number[])])
      : new TensorSpec([1, context!], "int32"); // a text has one
  return capture(pass, { precision, xla: true }).work(inputs, new TensorSpec([context ?? 1], "int32"));
}
