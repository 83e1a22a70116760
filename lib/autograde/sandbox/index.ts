/** Runs what was handed in, where it can neither see nor touch anything: bubblewrap, limits, and a watchdog. */
export { installSandbox, sandboxInstalled, whyNoSandbox } from "./bubblewrap";
export { usualLimits, type Limits } from "./limits";
export type { CellResult, SandboxOutcome } from "./outcome";
export { readOutputs } from "./outputs";
export { runInSandbox } from "./run";
