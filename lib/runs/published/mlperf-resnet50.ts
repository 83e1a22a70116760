import { publishedRows } from "./published-record";

/** The step time of one submission to MLPerf Training: ResNet-50 on ImageNet, 224 x 224 pixels. */
export interface PublishedStep {
  /** `v3.0`: each round of the benchmark has its own software. */
  round: string;
  submitter: string;
  system: string;
  /** As the submitter wrote it. */
  accelerator: string;
  /** As the submitter wrote it; may be empty. */
  network: string;
  nodes: number;
  /** 0 on processors without accelerators. */
  acceleratorsPerNode: number;
  /** Images of a step over all devices. */
  globalBatchSize: number;
  /** The median over the run's epochs. */
  stepSeconds: number;
}

/** The step times of datasets/published/mlperf-resnet50.csv, in its order; its README names the source. */
export async function publishedSteps(): Promise<PublishedStep[]> {
  return (await publishedRows("mlperf-resnet50")).map((row) => ({
    ...{ round: row.round, submitter: row.submitter, system: row.system },
    ...{ accelerator: row.accelerator, network: row.network },
    nodes: Number(row.nodes),
    acceleratorsPerNode: Number(row.accelerators_per_node),
    globalBatchSize: Number(row.global_batch),
    stepSeconds: Number(row.step_ms_median) / 1000,
  }));
}
