import { recordAt, runOnce, runOnNodes, type Place } from "../../lib/cells";
import type { RunRecord } from "../../lib/runs";

/**
 * Runs one of the lessons' programs at a small size on the CPU: as a process on this machine, or as a small job on a cluster.
 * @param name of the run's record.
 */
export function runSmall(
  place: Place,
  name: string,
  program: string,
  values: Record<string, string | number | undefined>,
): Promise<RunRecord> {
  const measurement = { program, arguments: { device: "cpu", ...values }, record: recordAt(place, name) };
  return place.onCluster ? runOnNodes({ ...measurement, nodes: 1 }) : runOnce(measurement);
}

/**
 * Trains with several processes that may use one core each: on a cluster, each on a node of its own.
 * @param share Whether all processes use the same core.
 */
export function trainOnCores(place: Place, processes: number, dataset: string, share = false): Promise<RunRecord> {
  const work = {
    ...{ localBatchSize: 32, imageSize: 64, trainImages: 256, testImages: 16, epochs: 2, dataset },
    model: "efficientnetb0",
  };
  const record = recordAt(place, `cores-${processes}${share ? "-shared" : ""}`);
  if (!place.onCluster)
    return runOnce({ program: "02-mirrored/cores", arguments: { processes, share, ...work }, record });
  const onNodes = { program: "04-many-nodes/train", arguments: { ...work, device: "cpu" }, cpusPerNode: 1 };
  return runOnNodes({ ...onNodes, nodes: processes, record });
}
