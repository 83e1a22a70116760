import { measure, recordAt, runOnce, runOnNodes, type Place } from "../../lib/cells";
import type { RunRecord } from "../../lib/runs";

type Values = Record<string, string | number | boolean>;

/**
 * Trains the small GPT that writes: as a process on this machine, or as a small job on a cluster.
 * @param values The program's arguments.
 */
export function trainWriter(place: Place, values: Values): Promise<RunRecord> {
  const measurement = { program: "08-memory/learn", arguments: values, record: recordAt(place, "learn") };
  return place.onCluster ? runOnNodes({ ...measurement, nodes: 1 }) : runOnce(measurement);
}

/**
 * Measures what four steps of a GPT hold and send: on this machine's CPU, or as a job.
 * @param name of the run's record.
 */
export function measureGpt(place: Place, name: string, values: Values, devices = 1): Promise<RunRecord> {
  const sizes = { epochs: 1, stepsPerEpoch: 4, ...values };
  return measure(place, {
    ...{ name, task: "memory", devices, here: { ...sizes, device: "cpu", devices } },
    cluster: sizes,
  });
}

/** The bytes of a run's devices: of the one that held the most. NaN where a record has none. */
export const memoryOf = ({ deviceMemory }: RunRecord): { atRest: number; peak: number } => ({
  atRest: Math.max(...(deviceMemory?.atRest ?? [NaN])),
  peak: Math.max(...(deviceMemory?.peak ?? [NaN])),
});

/** The bytes that a step held at its peak beyond those at rest. */
export function aboveRest(run: RunRecord): number {
  const { atRest, peak } = memoryOf(run);
  return peak - atRest;
}

/** What a device sends in a step, along all axes of its mesh. NaN where a record does not say it. */
export const sentBy = ({ sentBytes }: RunRecord): number =>
  sentBytes ? Object.values(sentBytes).reduce((sum, [first]) => sum + first, 0) : NaN;
