import type { RunRecord } from "../../runs/record";
import { checkCompleted, comparableKey } from "./checks";
import { scaling } from "./study";
import type { ScalingOptions, ScalingStudy } from "./types";

/**
 * All studies that a set of runs holds: for each model (data set, precision, ...) and each baseline, its weak scaling (the
 * runs with the baseline's local batch) and its strong scaling (those with its global batch), where there is one. A
 * baseline may be in both; one that nothing can be compared with is in none.
 * @throws one line when runs did not complete, or {@link scaling} refuses a study.
 */
export function scalingStudies(runs: RunRecord[], { baseline = 1 }: ScalingOptions = {}): ScalingStudy[] {
  checkCompleted(runs);
  const keys = [...new Set(runs.map(comparableKey))];
  return keys.flatMap((key) => {
    const group = runs.filter((run) => comparableKey(run) === key);
    const baselines = group.filter(({ configuration }) => configuration.replicas === baseline);
    const rules = ["localBatchSize", "globalBatchSize"] as const;
    return rules.flatMap((rule) => {
      const batches = [...new Set(baselines.map(({ configuration }) => configuration[rule]))];
      return batches
        .map((batch) => group.filter(({ configuration }) => configuration[rule] === batch))
        .filter((set) => set.some(({ configuration }) => configuration.replicas > baseline))
        .map((set) =>
          scaling(
            set.filter(({ configuration }) => configuration.replicas >= baseline),
            { baseline },
          ),
        );
    });
  });
}
