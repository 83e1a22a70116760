import type { RunRecord } from "../record";
import { multiNodeSettings, publishedParameters, publishedRecord, publishedRows } from "./published-record";

const [cores, classes] = [2, 10];

/**
 * Run records of the 54 runs of the design `quick` (chapters/05-experiments/programs/quick.yaml), in the order in which they were
 * made, on a local cluster of three nodes with links of 1 Gb/s that share the 2 cores of one machine.
 * datasets/published/README.md describes the conditions.
 */
export async function localClusterRuns(): Promise<RunRecord[]> {
  return (await publishedRows("local-cluster")).map(record);
}

function record({ made, model, mode, batch, nodes, replicate, ...epochs }: Record<string, string>): RunRecord {
  const workers = Number(nodes);
  return publishedRecord({
    id: `local-cluster-${model}-${mode}-${nodes}x${batch}-r${replicate}`,
    // The average run took nine seconds. Only the order of the runs matters.
    startedAt: new Date(Date.UTC(2026, 10, 21, 21, 43, 45) + 9000 * Number(made)).toISOString(),
    where: {
      hosts: Array.from({ length: workers }, (_, node) => `node${node + 1}`),
      machines: 1,
      coresInAll: cores,
      devices: ["CPU:0"],
      processor: "AMD EPYC",
      cores,
      memoryBytes: 24e9,
      tensorflow: "2.20.0",
      node: "20.20.2",
    },
    configuration: {
      program: "04-many-nodes/train",
      model,
      parameters: publishedParameters(model, classes),
      dataset: "synthetic",
      imageSize: 32,
      classes,
      trainImages: 192,
      testImages: 16,
      localBatchSize: Number(batch),
      syncEvery: mode === "sync" ? 1 : 4,
      device: "cpu",
      ...multiNodeSettings(workers),
    },
    epochs: [epochs.e1_s, epochs.e2_s, epochs.e3_s].map((seconds) => ({ seconds: Number(seconds) })),
  });
}
