import koffi from "koffi";
import type { tf } from "../backend";
import type { TensorMetadata } from "../binding";
import { backend } from "../backend";
import type { Pointer } from "../c-api";
import { hookLibrary } from "../installation";

/** A step's results, as its function returns them, with each tensor's values in its place. */
export type ValuesOf<R> = R extends tf.Tensor ? Float32Array : { [K in keyof R]: ValuesOf<R[K]> };

/** The results of a step that was launched. */
export interface Arrived<V> {
  values: V;
  /** When the last of them was there, in milliseconds of `performance.now()`. */
  at: number;
}

/** The functions of native/results.cc. */
interface Functions {
  output(index: number): Pointer | null;
  read: koffi.KoffiFunction;
  /** What `performance.now()` shows at time 0 of the clock of `process.hrtime`. */
  offset: number;
}

let functions: Functions | undefined;

function hook(): Functions {
  if (functions) return functions;
  const library = koffi.load(hookLibrary);
  return (functions = {
    output: library.func("void* workbook_output(int)"),
    read: library.func("char *! workbook_read(void*, void*, size_t, int64_t*)"),
    offset: Math.min(...Array.from({ length: 9 }, clockOffset)),
  });
}

/** On a busy machine, time passes between the two readings: the least of several offsets is the best. */
const clockOffset = (): number => -Number(process.hrtime.bigint()) / 1e6 + performance.now();

/**
 * Reads the first outputs of the op that was run last, each on a thread of its own, so that the caller can go on meanwhile. Call
 * it right after the op: a GPU copies results when it has done all that it was told before.
 * @param outputs Their shapes; they are float32.
 */
export async function readOutputs(outputs: readonly TensorMetadata[]): Promise<Arrived<Float32Array[]>> {
  const { binding } = backend();
  // An op on a CPU returns when it is done, and a thread would notice that later.
  const done = binding.isUsingGpuDevice() ? undefined : performance.now();
  if (outputs.some(({ dtype }) => dtype !== binding.TF_FLOAT)) {
    throw new Error("Only results in float32 can be read while other steps run.");
  }
  const results = await Promise.all(outputs.map(({ shape }, index) => readOutput(index, shape)));
  return { values: results.map(({ values }) => values), at: done ?? Math.max(...results.map(({ at }) => at)) };
}

function readOutput(index: number, shape: number[]): Promise<Arrived<Float32Array>> {
  const { output, read, offset } = hook();
  const handle = output(index);
  const values = new Float32Array(shape.reduce((size, length) => size * length, 1));
  const there = new BigInt64Array(1);
  return new Promise((resolve, reject) => {
    read.async(handle, values, values.byteLength, there, (error: Error | null, failure: string | null) => {
      if (error ?? failure) reject(error ?? new Error(`A step's result could not be read: ${failure}`));
      else resolve({ values, at: offset + Number(there[0]) / 1e6 });
    });
  });
}
