import { readFileSync } from "node:fs";

let known: boolean | undefined;

/**
 * Whether this is an x86-64 processor without the instructions for which TensorFlow uses oneDNN unasked (IsMKLEnabled in its
 * core/util/util.cc). It would compute in 16 bits by converting every number, so mixed precision computes in float32 here.
 */
export function lacksSixteenBits(): boolean {
  if (process.arch !== "x64") return false;
  known ??= !/^flags.* (avx512_vnni|avx512_bf16|avx_vnni|amx_tile)\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
  return known;
}
