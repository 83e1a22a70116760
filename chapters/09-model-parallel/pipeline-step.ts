/** A step of a pipeline whose stages all take equally long. */
export interface PipelineStep {
  /** Devices, one after another, that a microbatch passes. */
  stages: number;
  /** Parts of the model on each of these devices, interleaved. Default 1. */
  chunks?: number;
  /** Of a step, of one copy of the model. */
  microbatches: number;
}

/**
 * How many microbatches long a step of a pipeline is, its idle time included: m + (p - 1) / v for m microbatches, p stages and v
 * chunks on each. Before its first and after its last task a device waits for p - 1 tasks, and each takes a v-th of the microbatch's
 * time there. Source: D. Narayanan and others, Efficient large-scale language model training on GPU clusters using Megatron-LM, SC
 * 2021, section 2.2. `bubbleOf` of `lib/sharding` counts the same on a schedule.
 * @throws one line when a number is not a whole number from 1, or interleaved chunks cannot share the microbatches.
 */
export function pipelineLength({ stages, chunks = 1, microbatches }: PipelineStep): number {
  for (const [name, value] of Object.entries({ stages, chunks, microbatches })) {
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`${name} is ${value}: a pipeline is counted with whole numbers from 1.`);
  }
  if (chunks > 1 && microbatches % stages !== 0) {
    throw new Error(
      `${microbatches} microbatches cannot go through interleaved chunks on ${stages} stages: make their number a multiple of ${stages}.`,
    );
  }
  return microbatches + (stages - 1) / chunks;
}
