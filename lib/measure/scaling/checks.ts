import type { Configuration, RunRecord } from "../../runs/record";
import type { ScalingStudy } from "./types";
import { counted } from "../../system/words";

/** The values that all runs of a study must share, with their names for messages. */
const common: [name: string, valueOf: (run: RunRecord) => string | number][] = [
  ["models", ({ configuration }) => configuration.model],
  ["kinds of device", ({ configuration }) => configuration.device],
  ["processors", ({ where }) => where.processor],
  ["precisions", ({ configuration }) => configuration.precision],
  ["data sets", ({ configuration }) => configuration.dataset],
  ["image sizes", ({ configuration }) => configuration.imageSize ?? "none"],
  ["lengths of rows", ({ configuration }) => configuration.context ?? "none"],
  ["ways to feed images", ({ configuration }) => configuration.data],
  ["augmentations", ({ configuration }) => configuration.augmentation ?? "none"],
  ["numbers of prefetched batches", ({ configuration }) => configuration.prefetch],
  ["numbers of loaders", ({ configuration }) => configuration.loaders ?? 1],
  ["waits per image (s)", ({ configuration }) => configuration.secondsPerImage ?? 0],
];

/** @throws one line that names the first value that the runs do not share. */
export function checkComparable(runs: RunRecord[]): void {
  for (const [name, valueOf] of common) {
    const values = [...new Set(runs.map(valueOf))];
    if (values.length === 1) continue;
    throw new Error(
      `A scaling study compares runs that differ in their devices alone, but these have ${values.length} ${name}, ` +
        `${values.join(" and ")}: choose the runs of one.`,
    );
  }
}

/** @throws one line that names the runs that did not complete, those out of memory with their batch. */
export function checkCompleted(runs: RunRecord[]): void {
  const unfinished = runs.filter(({ outcome }) => outcome !== "completed");
  if (unfinished.length === 0) return;
  const named = unfinished.map(({ id, outcome, configuration: { replicas, localBatchSize } }) =>
    outcome === "out-of-memory"
      ? `${id} (out of memory with ${localBatchSize} images on each of ${counted(replicas, "device")})`
      : `${id} (${outcome}, ${counted(replicas, "device")})`,
  );
  throw new Error(`${named.join(", ")} did not complete: leave such runs out, or train them again.`);
}

/** The settings in which replicates may differ, because they do not change the time of a step. */
const mayDiffer = new Set<string>([
  ...["program", "preset", "seed", "epochs", "trainImages", "testImages"],
  ...["learningRate", "momentum", "warmUpSteps"],
]);

/** @throws one line when runs on one device count have different settings, so that their mean would be meaningless. */
export function checkReplicates(runs: RunRecord[]): void {
  const keys = new Set(runs.flatMap(({ configuration }) => Object.keys(configuration) as (keyof Configuration)[]));
  for (const key of keys) {
    const values = new Set(runs.map(({ configuration }) => inWords(configuration[key])));
    if (mayDiffer.has(key) || values.size === 1) continue;
    throw new Error(
      `The runs on ${counted(runs[0].configuration.replicas, "device")} differ in ${key}, ${[...values].join(" and ")}: replicates ` +
        "are trained in one way, so choose the runs of one.",
    );
  }
}

/** A setting, for comparison and for messages: a mesh is an object. */
const inWords = (value: Configuration[keyof Configuration] = "default"): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/**
 * Whether the global or the local batch is constant over the device counts.
 * @throws one line that names the batches when neither is.
 */
export function kindOf(configurations: Configuration[]): ScalingStudy["kind"] {
  const counts = new Set(configurations.map(({ replicas }) => replicas)).size;
  const same = (key: "globalBatchSize" | "localBatchSize") =>
    new Set(configurations.map((configuration) => configuration[key])).size === 1;
  // A single device count fits both; the chapter's studies are weak.
  if (same("localBatchSize")) return counts > 1 && same("globalBatchSize") ? "strong" : "weak";
  if (counts > 1 && same("globalBatchSize")) return "strong";
  const batches = configurations.map(
    ({ replicas, globalBatchSize, localBatchSize }) => `${globalBatchSize} on ${replicas} (${localBatchSize} each)`,
  );
  throw new Error(
    `Global batches of ${[...new Set(batches)].join(", ")} keep neither the global batch (strong scaling) nor the local ` +
      "one (weak scaling) constant: choose runs that do.",
  );
}
