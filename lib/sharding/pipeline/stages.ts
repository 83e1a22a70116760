import type { Gpt, Pass, Weight } from "../../models";
import type { tf } from "../../tensorflow";

/** A part of a model that follows others: the first takes tokens, the last gives logits, all between take and give vectors. */
export interface Stage {
  readonly weights: readonly Weight[];
  apply(x: tf.Tensor, pass: Pass): tf.Tensor;
}

/**
 * Cuts a GPT between its blocks, into stages that have as many as possible alike. The first also embeds, and the last computes logits.
 * @throws one line when there are fewer blocks than stages.
 */
export function stagesOf(model: Gpt, count: number): Stage[] {
  const { blocks, embedding, heading } = model;
  if (blocks.length < count) {
    throw new Error(`${blocks.length} blocks cannot be cut into ${count} stages: take at most ${blocks.length}.`);
  }
  const begin = (stage: number): number => Math.floor((stage * blocks.length) / count);
  return Array.from({ length: count }, (_, stage): Stage => {
    const own = blocks.slice(begin(stage), begin(stage + 1));
    const [isFirst, isLast] = [stage === 0, stage === count - 1];
    const weights = [
      ...(isFirst ? embedding : []),
      ...own.flatMap((block) => block.weights),
      ...(isLast ? heading : []),
    ];
    return {
      weights: [...new Set(weights)],
      apply(x, pass) {
        const embedded = isFirst ? model.embed(x as tf.Tensor2D, pass) : (x as tf.Tensor3D); // as the stage's place says
        const y = own.reduce((vectors, { apply }) => apply(vectors, pass), embedded);
        return isLast ? model.head(y, pass) : y;
      },
    };
  });
}
