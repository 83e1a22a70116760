import { bestCheckpointInterval } from "../../lib/failures/interval";
import type { FailureScenario } from "../../lib/failures/scenario";
import { publishedRows } from "../../lib/runs/published/published-record";

/**
 * 54 days of the training of Llama 3 405B on up to 16,384 H100 GPUs in nodes of 8: 419 unexpected interruptions and 47
 * planned ones, and more than 90 % effective training time (time of useful training by elapsed time).
 * datasets/published/llama3-interruptions.csv has their causes.
 *
 * Source: A. Grattafiori and others, The Llama 3 Herd of Models, Meta, 2024, section 3.3.4 and table 5.
 */
export const llama3Run = {
  ...{ gpus: 16_384, gpusPerNode: 8, days: 54, unexpectedInterruptions: 419, plannedInterruptions: 47 },
  effectiveShare: 0.9,
} as const;

/**
 * The mean times between failures that follow from {@link llama3Run}, in seconds, if each interruption is the failure of one part:
 * parts x seconds / failures. That is the estimate of maximum likelihood for exponential failures; its relative standard error is
 * 1 / √failures.
 */
export function llama3Mtbf(): { job: number; node: number; gpu: number } {
  const { gpus, gpusPerNode, days, unexpectedInterruptions: failures } = llama3Run;
  const of = (parts: number): number => (parts * days * 86_400) / failures;
  return { job: of(1), node: of(gpus / gpusPerNode), gpu: of(gpus) };
}

/**
 * Llama 3's 54 days as a scenario, with times of checkpoints and restarts, which Meta has not published.
 * @param costs.restartSeconds From a failure until the job computes again.
 * @param costs.intervalSeconds Default: the best one.
 * @throws one line for values out of range.
 */
export function llama3Scenario(costs: {
  checkpointSeconds: number;
  restartSeconds: number;
  intervalSeconds?: number;
}): FailureScenario {
  const job = { nodes: llama3Run.gpus / llama3Run.gpusPerNode, nodeMtbfSeconds: llama3Mtbf().node };
  const { seconds: intervalSeconds } = bestCheckpointInterval({ ...job, ...costs });
  return { ...job, intervalSeconds, elapsedSeconds: llama3Run.days * 86_400, ...costs };
}

/** What interrupted the training of Llama 3 405B, and how often within 54 days. */
export interface PublishedInterruptions {
  component: string;
  /** For example `GPU`, `host`, `network`. */
  category: string;
  interruptions: number;
}

/** The unexpected interruptions of datasets/published/llama3-interruptions.csv, most frequent first; its README names the source. */
export async function publishedInterruptions(): Promise<PublishedInterruptions[]> {
  return (await publishedRows("llama3-interruptions")).map(({ component, category, interruptions }) => ({
    ...{ component, category, interruptions: Number(interruptions) },
  }));
}
