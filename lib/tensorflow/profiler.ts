import koffi from "koffi";
import { backend } from "./backend";
import type { Pointer } from "./c-api";
import { hookLibrary } from "./installation";

/** The functions of native/profiler.cc. Those that can fail return null, or the reason why they failed. */
interface Functions {
  start(): string | null;
  stop(bytes: [Pointer | null], size: [number]): string | null;
  release(): void;
  /** Nanoseconds since 1970, too large for a number. */
  now(): bigint;
  mark(name: string, start: bigint, end: bigint): void;
}

let functions: Functions | undefined;

/** The profiler. It is part of TensorFlow's libraries, so the first call starts TensorFlow. */
function profiler(): Functions {
  if (functions) return functions;
  backend();
  const hook = koffi.load(hookLibrary);
  functions = {
    start: hook.func("const char* workbook_profile_start()"),
    stop: hook.func("const char* workbook_profile_stop(_Out_ void** bytes, _Out_ size_t* size)"),
    release: hook.func("void workbook_profile_release()"),
    now: hook.func("int64_t workbook_profile_now()"),
    mark: hook.func("void workbook_profile_mark(const char*, int64_t, int64_t)"),
  };
  return functions;
}

/**
 * Starts TensorFlow's profiler. From now on it records every op on every device with its time, in memory. A process has one
 * profiler, and recording costs some speed, so record few steps.
 * @throws one line when it records already.
 */
export function startProfile(): void {
  const failure = profiler().start();
  if (failure !== null) throw new Error(`The profiler did not start: ${failure}.`);
}

/**
 * Stops the profiler.
 * @returns the recording, a serialized XSpace, which TensorBoard's profile page and `readProfile` read.
 * @throws one line when it does not record.
 */
export function stopProfile(): Uint8Array {
  const { stop, release } = profiler();
  const bytes: [Pointer | null] = [null];
  const size: [number] = [0];
  const failure = stop(bytes, size);
  if (failure !== null) throw new Error(`There is no profile: ${failure}.`);
  try {
    return new Uint8Array(koffi.view(bytes[0], Number(size[0]))).slice();
  } finally {
    release();
  }
}

/** The time on the profiler's clock, in nanoseconds. */
export function profileTime(): bigint {
  return BigInt(profiler().now());
}

/**
 * Adds an event of the calling thread to the profile that is being recorded, if any.
 * @param start, end Times of `profileTime`.
 * @param metadata Is shown with the event; some names, such as `step_num`, mean something to TensorBoard.
 */
export function markProfile(name: string, start: bigint, end: bigint, metadata: Record<string, number> = {}): void {
  // The encoding of TensorFlow's TraceMe (tsl/profiler/lib/traceme_encode.h).
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`);
  profiler().mark(pairs.length === 0 ? name : `${name}#${pairs.join(",")}#`, start, end);
}
