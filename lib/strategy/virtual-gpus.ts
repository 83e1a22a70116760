import { counted } from "../system/words";
import { queryGpus } from "../system/nvidia-smi";
import { configureTensorFlow } from "../tensorflow";

// The rest is for CUDA itself and for the libraries that TensorFlow loads.
const SHARE_OF_MEMORY = 0.9;

/**
 * Divides the first GPU into several, as which TensorFlow sees it from then on: everything that several GPUs do can be tried on one, but
 * nothing gets faster. Call it before the strategy is made.
 * @returns one line that says so.
 * @throws one line where there is no GPU.
 */
export async function divideGpu(count: number): Promise<string> {
  const [first] = process.env.CUDA_VISIBLE_DEVICES?.split(",") ?? ["0"];
  const [gpu] = await queryGpus({ fields: ["name", "memory.total"], gpus: first }, 30_000);
  const total = Number(gpu?.["memory.total"]); // undefined where there is none
  if (!(total > 0)) {
    throw new Error(
      `There is no GPU here to divide into ${count}: leave --virtual-gpus out. Without a GPU, --devices ${count} divides the processor.`,
    );
  }
  const mebibytes = Math.floor((SHARE_OF_MEMORY * total) / count);
  configureTensorFlow({ virtualGpus: { count, mebibytes } });
  const size = ((mebibytes * 2 ** 20) / 1e9).toFixed(1);
  return `${gpu.name} is divided into ${counted(count, "virtual GPU")} of ${size} GB each. They share its cores, so nothing gets faster.`;
}
