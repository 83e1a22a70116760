import { performance } from "node:perf_hooks";

/** Starts a clock that setting the machine's time does not move. Each call gives the seconds since the start. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}

/** Does some work, and says how many seconds it took. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ value: T; seconds: number }> {
  const seconds = stopwatch();
  const value = await work();
  return { value, seconds: seconds() };
}
