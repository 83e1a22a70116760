/** Runs submissions where they can neither see nor change anything else: bubblewrap, limits, and a watchdog. */
export { installSandbox, sandboxInstalled, whyNoSandbox } from "./bubblewrap";
export { usualLimits } from "./limits";
export type { CellResult, SandboxOutcome } from "./outcome";
export { readOutputs } from "./outputs";
export { runInSandbox } from "./run";
