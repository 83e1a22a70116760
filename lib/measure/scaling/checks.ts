import type { Configuration, RunRecord } from "../../runs/record";
import type { ScalingStudy } from "./types";
import { counted } from "../../system/words";

/** What all runs of a study have in common: what it is called, and where it stands in a run's record. */
const common: [name: string, of: (run: RunRecord) => string | number][] = [
  ["models", ({ configuration }) => configuration.model],
  ["kinds of device", ({ configuration }) => configuration.device],
  ["processors", ({ where }) => where.processor],
  ["precisions", ({ configuration }) => configuration.precision],
  ["data sets", ({ configuration }) => configuration.dataset],
  ["image sizes", ({ configuration }) => configuration.imageSize],
  ["ways to feed images", ({ configuration }) => configuration.data],
  ["numbers of prefetched batches", ({ configuration }) => configuration.prefetch],
  ["waits per image (s)", ({ configuration }) => configuration.secondsPerImage ?? 0],
];

/** @throws one line that names the first thing that the runs do not have in common. */
export function checkComparable(runs: RunRecord[]): void {
  for (const [name, of] of common) {
    const values = [...new Set(runs.map(of))];
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

/** What replicates may differ in: it changes what is learnt, or for how long, but not how long a step takes. */
const free = new Set<string>([
  ...["program", "preset", "seed", "epochs", "trainImages", "testImages"],
  ...["learningRate", "momentum", "warmUpSteps"],
]);

/** @throws one line when runs on one device count were not trained in one way, so that their mean means nothing. */
export function checkReplicates(runs: RunRecord[]): void {
  const all = runs.map(({ configuration }) => new Map<string, string | number>(Object.entries(configuration)));
  const keys = new Set(all.flatMap((configuration) => [...configuration.keys()]));
  for (const key of keys) {
    const values = new Set(all.map((configuration) => configuration.get(key) ?? "default"));
    if (free.has(key) || values.size === 1) continue;
    throw new Error(
      `The runs on ${counted(runs[0].configuration.replicas, "device")} differ in ${key}, ${[...values].join(" and ")}: replicates ` +
        "are trained in one way, so choose the runs of one.",
    );
  }
}

/**
 * The rule that the batches follow over the device counts.
 * @throws one line that names the batches where they follow none.
 */
export function kindOf(configurations: Configuration[]): ScalingStudy["kind"] {
  const counts = new Set(configurations.map(({ replicas }) => replicas)).size;
  const same = (key: "globalBatchSize" | "localBatchSize") =>
    new Set(configurations.map((each) => each[key])).size === 1;
  // Of a single device count nothing says which one it is to be; the chapter's studies are weak.
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
