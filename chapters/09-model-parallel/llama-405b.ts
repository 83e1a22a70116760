import { publishedRows } from "../../lib/runs/published/published-record";

/** How others have laid out the GPUs on which they trained Llama 3.1 405B. */
export interface PublishedMesh {
  /** `Llama 3` (Meta's own training) or `MLPerf v5.1`. */
  run: string;
  gpu: string;
  gpus: number;
  gpusPerNode: number;
  tensor: number;
  stage: number;
  /** Devices that share the tokens of a row, in attention too. */
  context: number;
  data: number;
  /** Stages on a device, if published. */
  chunks?: number;
  /** Of a step on each copy of the model, one row each, if published. */
  microbatches?: number;
  /** If published. */
  secondsPerStep?: number;
  /** Of bfloat16 operations a second, the model's own, if published. */
  teraflopsPerGpu?: number;
}

/** The published meshes of datasets/published/llama-405b.csv; its README names the sources. */
export async function publishedMeshes(): Promise<PublishedMesh[]> {
  const number = (text: string): number | undefined => (text === "" ? undefined : Number(text));
  return (await publishedRows("llama-405b")).map((row) => ({
    ...{ run: row.run, gpu: row.gpu },
    ...{ gpus: Number(row.gpus), gpusPerNode: Number(row.gpus_per_node) },
    ...{ tensor: Number(row.tensor), stage: Number(row.stage), context: Number(row.context), data: Number(row.data) },
    chunks: number(row.chunks),
    microbatches: number(row.microbatches),
    secondsPerStep: number(row.seconds_per_step),
    teraflopsPerGpu: number(row.teraflops_per_gpu),
  }));
}
