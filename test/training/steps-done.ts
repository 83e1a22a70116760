import { existsSync, readdirSync } from "node:fs";

/** The steps that a folder's newest checkpoint has done; 0 without one. One that is being written has a random name, which may end in any number. */
export function stepsDone(checkpoints: string): number {
  const names = existsSync(checkpoints) ? readdirSync(checkpoints) : [];
  return Math.max(0, ...names.map((name) => Number(/^step-(\d+)$/.exec(name)?.[1] ?? 0)));
}
