/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./memory-activations";
export * from "./memory-checkpoints";
export * from "./memory-ledger";
export * from "./memory-mistakes";
export * from "./sharded-choice";
export * from "./sharded-ledger";
export * from "./sharded-update";
