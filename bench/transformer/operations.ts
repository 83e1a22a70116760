import { forwardOperations } from "../../lib/models";
import type { GptPlan } from "../workers/protocol";

type Sizes = Pick<GptPlan, "vocabulary" | "context" | "layers" | "width" | "batchSize">;

/** Floating-point operations of one training step's matrix products, 3 x forward as in `one-device`. */
export function stepOperations({ vocabulary, context, layers, width, batchSize }: Sizes): number {
  return 3 * forwardOperations(`gpt-${layers}x${width}`, { context, classes: vocabulary })! * batchSize; // it counts all GPTs
}
