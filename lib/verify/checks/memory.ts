import { GPU_CONTEXT } from "../../training/memory-model";
import { reference } from "./losses";
import { failed, gigabytes, type Check } from "../check";

// What a process on a CPU takes beside its step, in bytes, and the estimate leaves out: 0.02 to 0.15e9 on two x86-64 cores, for a
// small ResNet and ResNet50V2. It matters only to runs as small as these.
const PROCESS = 0.2e9;

/**
 * Whether a step needs the memory that was estimated before it ran. After a batch that does not fit, the estimate suggests
 * another, a power of two, of nine tenths of the memory: with more than a ninth above the estimate that batch would not fit,
 * and with less than half of it a batch twice as large would. On a GPU, the peak is without the first launch of each
 * step, in which algorithms are tried with up to 4 GiB that no later step takes (`RunLog.launch`).
 */
export const memory: Check = {
  id: "memory",
  name: "memory against its estimate",
  run: async (machine) => {
    // On a CPU with the larger images, for which the estimate was measured: of small ones the process itself takes more.
    const { run, memory } = await (machine.device === "gpu" ? machine.train(machine.on(1)) : reference(machine));
    if (!memory) return failed("nothing was estimated: nvidia-smi does not report the GPU's memory");
    const estimate = memory.fixedBytes + memory.bytesPerImage * run.configuration.localBatchSize;
    const [counted] = run.devicePeakBytes ?? [];
    if (machine.device === "gpu" && counted === undefined) {
      return failed("TensorFlow's allocator reports no peak");
    }
    const peak = machine.device === "gpu" ? counted + GPU_CONTEXT : run.peakMemoryBytes;
    const taken = Math.max(0, ...(run.gpu?.memoryBytes ?? []));
    const numbers = { "peak bytes": peak, "estimated bytes": estimate, "bytes in nvidia-smi": taken };
    const found = `${gigabytes(peak)}, estimated ${gigabytes(estimate)}`;
    const more = machine.device === "gpu" ? 0 : PROCESS;
    if (peak > estimate / 0.9 + more) return failed(`${found}: the estimate is too low`, numbers);
    if (peak < estimate / 2) return failed(`${found}: the estimate is too high`, numbers);
    return { state: "pass", found, numbers };
  },
};
