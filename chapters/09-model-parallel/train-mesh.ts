import { measure, recordAt, runOnce, type Place } from "../../lib/cells";
import type { RunRecord } from "../../lib/runs";

/** How a run divides its work. Default of each: 1, or no. */
interface Axes {
  data?: number;
  stages?: number;
  tensor?: number;
  microbatches?: number;
  sequence?: boolean;
}

/**
 * Trains a GPT on a mesh of devices: logical ones of this machine, or as a job. On a cluster that has GPUs, but fewer than 8, it stays on
 * this machine.
 * @param name of the run's record, without its `mesh-`.
 * @param here The program's arguments on this machine.
 */
export function trainMesh(
  place: Place,
  name: string,
  axes: Axes,
  here: Record<string, string | number>,
): Promise<RunRecord> {
  const { data = 1, stages = 1, tensor = 1 } = axes;
  const values = { ...axes, data, stages, tensor };
  const devices = data * stages * tensor;
  const mesh = `mesh-${name}`;
  if (!place.onCluster || (place.gpus > 0 && place.gpus * place.nodes < 8)) {
    const record = recordAt({ onCluster: false }, mesh);
    return runOnce({ program: "09-model-parallel/train", record, arguments: { ...values, ...here, device: "cpu" } });
  }
  const nodes = place.gpus > 0 ? Math.ceil(devices / place.gpus) : 1;
  return measure(place, {
    ...{ name: mesh, task: "model-parallel", nodes, devices: devices / nodes },
    ...{ here: {}, cluster: values },
  });
}
