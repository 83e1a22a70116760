import type { RunRecord } from "../../../runs/record";

/** Says why two records cannot both have been measured; undefined if they can. */
export function sameMeasurement(one: RunRecord, other: RunRecord): string | undefined {
  if (one.id === other.id) return `it is the run ${one.id}`;
  const [ours, theirs] = [one, other].map(({ epochs }) => JSON.stringify(epochs.map(({ steps }) => steps.end)));
  return ours === theirs ? "each of its steps ended at the same time, to the last digit" : undefined;
}
