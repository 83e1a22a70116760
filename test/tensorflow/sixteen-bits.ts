import { readFileSync } from "node:fs";
import { deviceNames } from "../../lib/tensorflow";

/**
 * Whether `mixed` computes in 16 bits here: on a GPU, or on a CPU on which TensorFlow uses oneDNN unasked (IsMKLEnabled in its
 * core/util/util.cc).
 */
export const hasSixteenBits =
  deviceNames().includes("GPU:0") ||
  /^flags.* (avx512_vnni|avx512_bf16|avx_vnni|amx_tile)\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
