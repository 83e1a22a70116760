import { wayOf } from "../../measure";
import type { Level } from "../observations";
import type { FullPlan } from "./plan";
import type { RunPlan } from "./types";

/**
 * A plan with what it leaves out taken from fitted runs.
 * @throws one line that names what these do not agree in.
 */
export function completed(plan: RunPlan, fitted: readonly FullPlan[]): FullPlan {
  const model = plan.model ?? agreed("model", fitted);
  const ofModel = fitted.filter((each) => each.model === model);
  const ofMode = plan.mode === undefined ? fitted : fitted.filter(({ mode }) => mode === plan.mode);
  const syncEvery = plan.syncEvery ?? (plan.mode === "sync" ? 1 : agreed("syncEvery", ofMode));
  return {
    model,
    syncEvery,
    batch: plan.batch,
    nodes: plan.nodes,
    mode: plan.mode ?? wayOf({ syncEvery }),
    images: plan.images ?? agreed("images", fitted),
    epochs: plan.epochs ?? agreed("epochs", fitted),
    parameters: plan.parameters ?? agreed("parameters", ofModel),
    compression: plan.compression ?? agreed("compression", fitted),
    machines: plan.machines ?? machinesFor(plan.nodes, fitted),
    levels: { ...sharedLevels(fitted), ...plan.levels },
    host: plan.host ?? fitted[0].host,
  };
}

/** @throws one line where the runs do not agree, or there is none. */
function agreed<K extends keyof FullPlan>(what: K, fitted: readonly FullPlan[]): FullPlan[K] {
  const values = [...new Set(fitted.map((each) => each[what]))];
  if (values.length === 1) return values[0];
  const there = values.length === 0 ? "No fitted run tells" : `The fitted runs have ${values.join(" and ")} as`;
  throw new Error(`${there} ${what}: say ${what} in the plan.`);
}

/** As in the fitted runs: a machine for each node, or one for all. */
function machinesFor(nodes: number, fitted: readonly FullPlan[]): number {
  const several = fitted.filter((each) => each.nodes > 1);
  if (several.every((each) => each.machines === each.nodes)) return nodes;
  if (several.every((each) => each.machines === 1)) return 1;
  throw new Error("Nodes of the fitted runs share machines in several ways: say machines in the plan.");
}

/** Levels of the factors in which all runs agree. */
function sharedLevels(fitted: readonly FullPlan[]): Record<string, Level> {
  const first = Object.entries(fitted[0].levels);
  return Object.fromEntries(first.filter(([factor, level]) => fitted.every(({ levels }) => levels[factor] === level)));
}
