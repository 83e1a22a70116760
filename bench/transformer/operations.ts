import type { GptPlan } from "../workers/protocol";

type Sizes = Pick<GptPlan, "vocabulary" | "context" | "layers" | "width" | "batchSize">;

/**
 * Floating-point operations of one training step's matrix products, 3 x forward as in `one-device`. Attention counts as a whole,
 * also what the causal mask hides (A. Chowdhery et al., PaLM, 2022, appendix B).
 */
export function stepOperations({ vocabulary, context, layers, width, batchSize }: Sizes): number {
  const multiplyAddsOfToken = layers * (12 * width ** 2 + 2 * context * width) + vocabulary * width;
  return 3 * 2 * multiplyAddsOfToken * context * batchSize;
}
