import type { Description } from "../strategy";
import { withDefaults } from "../runs/fields";
import type { Position } from "./epoch";
import type { Configuration, RunRecord } from "../runs/record";

/** The settings that may differ between the processes of one training, because they do not change what is computed. */
const mayDiffer: (keyof Configuration)[] = ["program", "preset", "data", "prefetch", "loaders", "secondsPerImage"];

/**
 * The values that all processes of a training must share, with their names in messages: versions, the configuration, the
 * position, and the initial weights.
 * @param weightsDigest Of weights and the optimizer's slots, where each process has all of them.
 */
export function descriptionOf(
  { configuration, where }: RunRecord,
  { epoch, stepInEpoch }: Position,
  datasetDigest: string,
  weightsDigest: string | undefined,
): Description {
  const chosen = Object.entries(withDefaults(configuration)).filter(([name]) => !mayDiffer.some((key) => key === name));
  return {
    "TensorFlow version": where.tensorflow,
    "workbook's commit": where.commit ?? "unknown",
    ...Object.fromEntries(
      chosen.map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
    ),
    "first epoch": epoch,
    "steps done of it": stepInEpoch,
    "training images (digest)": datasetDigest.slice(0, 12),
    ...(weightsDigest === undefined ? {} : { "weights (digest)": weightsDigest.slice(0, 12) }),
  };
}
