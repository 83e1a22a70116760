import { deviceNames } from "../../lib/tensorflow";
import { lacksSixteenBits } from "../../lib/tensorflow/processor";

/** Whether `mixed` computes in 16 bits here. On other processors than x86-64 nobody has looked. */
export const hasSixteenBits = deviceNames().includes("GPU:0") || (process.arch === "x64" && !lacksSixteenBits());
