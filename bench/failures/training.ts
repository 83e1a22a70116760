import type { Job } from "../../lib/jobs/job";
import { jobFor } from "../../lib/jobs/program-job";

/** A job of one epoch on nodes of one core, with a checkpoint after every so many steps. It starts again as often as it must. */
export async function trainingOf(
  { nodes, model }: { nodes: number; model: string },
  every: number,
  steps: number,
): Promise<Job> {
  const localBatchSize = 8;
  const job = await jobFor({
    program: "04-many-nodes/train",
    arguments: {
      ...{ model, localBatchSize, imageSize: 32, device: "cpu", devices: 1, dataset: "synthetic", seed: 1 },
      ...{ epochs: 1, trainImages: localBatchSize * nodes * steps, testImages: localBatchSize * nodes },
      collectiveTimeout: 15, // with 5, a process that waits 2 s for a core looks lost
    },
    nodes,
    cpusPerNode: 1,
    memory: 2,
    minutes: 120,
  });
  return { ...job, restarts: 1000, checkpointEvery: String(every) };
}
