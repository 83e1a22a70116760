import koffi from "koffi";
import { backend } from "./backend";
import { hookLibrary } from "./installation";

type Address = object & { readonly __pointer: unique symbol };

/** The functions of native/profiler.cc; those that can fail return null or why they did. */
interface Functions {
  start(): string | null;
  stop(bytes: [Address | null], size: [number]): string | null;
  release(): void;
  /** Too large for a number: nanoseconds since 1970. */
  now(): bigint;
  mark(name: string, start: bigint, end: bigint): void;
}

let functions: Functions | undefined;

/** Starts TensorFlow at first, whose libraries the profiler is part of. */
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
 * Starts TensorFlow's profiler: from now on, every op on every device is recorded with its time, in memory.
 * A process has one profiler, and it costs some speed: record few steps.
 * @throws one line when it records already.
 */
export function startProfile(): void {
  const failure = profiler().start();
  if (failure !== null) throw new Error(`The profiler did not start: ${failure}.`);
}

/**
 * Stops the profiler.
 * @returns what it recorded: a serialized XSpace, which TensorBoard's profile page and `readProfile` read.
 * @throws one line when it does not record.
 */
export function stopProfile(): Uint8Array {
  const { stop, release } = profiler();
  const bytes: [Address | null] = [null];
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
 * Marks a time in the profile that is being recorded, as an event of the calling thread; does nothing when none is.
 * @param start, end by `profileTime`.
 * @param metadata Shown with the event; TensorBoard knows some names, such as `step_num`.
 */
export function markProfile(name: string, start: bigint, end: bigint, metadata: Record<string, number> = {}): void {
  // As TensorFlow's TraceMe encodes them (tsl/profiler/lib/traceme_encode.h).
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`);
  profiler().mark(pairs.length === 0 ? name : `${name}#${pairs.join(",")}#`, start, end);
}
