import { wayOf } from "../../measure";
import type { Level } from "../observations";
import type { FullPlan } from "./run-plan";
import type { RunPlan } from "./types";

/**
 * Completes a plan with values from the fitted runs.
 * @throws one line that names a value that the fitted runs do not agree on.
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

/** The value that all fitted runs share. @throws one line when they differ, or when there are none. */
function agreed<K extends keyof FullPlan>(field: K, fitted: readonly FullPlan[]): FullPlan[K] {
  const values = [...new Set(fitted.map((plan) => plan[field]))];
  if (values.length === 1) return values[0];
  const problem = values.length === 0 ? "No fitted run tells" : `The fitted runs have ${values.join(" and ")} as`;
  throw new Error(`${problem} ${field}: say ${field} in the plan.`);
}

/** Either one machine for each node or one machine for all nodes, as in the fitted runs. */
function machinesFor(nodes: number, fitted: readonly FullPlan[]): number {
  const several = fitted.filter((each) => each.nodes > 1);
  if (several.every((each) => each.machines === each.nodes)) return nodes;
  if (several.every((each) => each.machines === 1)) return 1;
  throw new Error("Nodes of the fitted runs share machines in several ways: say machines in the plan.");
}

/** The levels of the factors that do not vary among the runs. */
function sharedLevels(fitted: readonly FullPlan[]): Record<string, Level> {
  const first = Object.entries(fitted[0].levels);
  return Object.fromEntries(first.filter(([factor, level]) => fitted.every(({ levels }) => levels[factor] === level)));
}
