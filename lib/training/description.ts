import { createHash } from "node:crypto";
import type { Description } from "../strategy";
import { bytesOf } from "../tensorflow";
import { withDefaults } from "./configuration";
import type { Position } from "./epoch";
import type { NamedVariable } from "./optimizer";
import type { Configuration, RunRecord } from "../runs/record";

/** The settings that may differ between the processes of one training, because they do not change what is computed. */
const mayDiffer: (keyof Configuration)[] = ["program", "preset", "data", "prefetch", "loaders", "secondsPerImage"];

/**
 * The values that all processes of a training must share, with their names in messages: versions, the configuration, the
 * position, and the initial weights.
 * @param variables Weights and the optimizer's slots.
 */
export function descriptionOf(
  { configuration, where }: RunRecord,
  { epoch, stepInEpoch }: Position,
  datasetDigest: string,
  variables: readonly NamedVariable[],
): Description {
  const weights = createHash("sha256");
  for (const { variable } of variables) {
    weights.update(bytesOf(variable.dataSync()));
  }
  const chosen = Object.entries(withDefaults(configuration)).filter(([name]) => !mayDiffer.some((key) => key === name));
  return {
    "TensorFlow version": where.tensorflow,
    "workbook's commit": where.commit ?? "unknown",
    ...(Object.fromEntries(chosen) as Partial<Configuration>),
    "first epoch": epoch,
    "steps done of it": stepInEpoch,
    "training images (digest)": datasetDigest.slice(0, 12),
    "weights (digest)": weights.digest("hex").slice(0, 12),
  };
}
