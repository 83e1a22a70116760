import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workbookRoot } from "../../system/workbook";
import type { RunRecord } from "../record";
import { nodesRecord } from "./nodes-record";

const cores = 2;

/**
 * The 54 runs of the design `quick` (chapters/05-experiments/quick.yaml) on a local cluster of three nodes with links of
 * 1 Gb/s, which share the 2 cores of one machine: as run records, in the order in which they were made. README.md beside this file
 * says under what conditions.
 */
export async function localClusterRuns(): Promise<RunRecord[]> {
  const text = await readFile(join(workbookRoot, "datasets", "published", "local-cluster.csv"), "utf8");
  return text.trim().split("\n").slice(1).map(record);
}

function record(line: string): RunRecord {
  const [made, model, mode, batch, nodes, replicate, ...epochs] = line.split(",");
  const workers = Number(nodes);
  // Nine seconds a run, as the whole took; only their order counts.
  const startedAt = new Date(Date.UTC(2026, 10, 21, 21, 43, 45) + 9000 * Number(made)).toISOString();
  return nodesRecord({
    id: `local-cluster-${model}-${mode}-${nodes}x${batch}-r${replicate}`,
    startedAt,
    epochSeconds: epochs.map(Number),
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
      parameters: 4_062_381,
      dataset: "synthetic",
      imageSize: 32,
      classes: 10,
      trainImages: 192,
      testImages: 16,
      localBatchSize: Number(batch),
      workers,
      syncEvery: mode === "sync" ? 1 : 4,
      device: "cpu",
    },
  });
}
