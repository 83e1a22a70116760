import { median } from "simple-statistics";
import { failed, type Check } from "../check";
import type { Machine } from "../machine";
import { allReduceAnswer, probe } from "../probe/task";

const ROUNDS = 5;
const CALLS = 5;

/**
 * Bytes per second of an all-reduce, as NVIDIA's nccl-tests define them (doc/PERFORMANCE.md): the algorithm's bandwidth is the
 * size divided by the time; the bus's is that times 2 (n - 1) / n, what each of n devices sends, so that it can be compared with
 * a link's speed, whatever n is.
 */
export function bandwidths(bytes: number, seconds: number, devices: number): { algorithm: number; bus: number } {
  const algorithm = bytes / seconds;
  return { algorithm, bus: (algorithm * 2 * (devices - 1)) / devices };
}

async function measure(machine: Machine, collectives: "ring" | "nccl") {
  const { device, found, sizes } = machine;
  const [devices, bytes] = [found.devices.length, sizes.allReduceBytes];
  const task = { kind: "all-reduce", device, devices, collectives, bytes, rounds: ROUNDS, calls: CALLS } as const;
  const { seconds, sum } = await probe(task, allReduceAnswer);
  return { ...bandwidths(bytes, median(seconds) / ROUNDS, devices), isRight: sum === devices ** ROUNDS, sum };
}

/** How fast devices add up: NCCL on GPUs, which must be faster there than TensorFlow's ring through the host. */
export const allReduceSpeed: Check = {
  id: "all-reduce",
  name: "all-reduce over all devices",
  run: async (machine) => {
    const count = machine.found.devices.length;
    if (count === 1) return { state: "not here", found: "there is one device" };
    const collectives = machine.device === "gpu" ? "nccl" : "ring";
    const { algorithm, bus, isRight, sum } = await measure(machine, collectives);
    const { allReduceBytes: bytes } = machine.sizes;
    const numbers = { bytes, "algorithm bandwidth (bytes/s)": algorithm, "bus bandwidth (bytes/s)": bus };
    const rate = (value: number) => `${(value / 1e9).toPrecision(3)} GB/s`;
    const found = `${collectives}, ${bytes / 1e6} MB: ${rate(algorithm)}, bus ${rate(bus)}`;
    if (!isRight) return failed(`${found}; the sum of ones is ${sum}, not ${count ** ROUNDS}`, numbers);
    if (collectives === "ring") return { state: "pass", found, numbers };
    const ring = await measure(machine, "ring");
    const both = { ...numbers, "algorithm bandwidth of ring (bytes/s)": ring.algorithm };
    if (algorithm > ring.algorithm) return { state: "pass", found, numbers: both };
    const remedy =
      "see which link NCCL uses: NCCL_DEBUG=INFO ./workbook train --strategy mirrored --dataset synthetic --preset quick --steps 4; " +
      "until it is mended, train with --collectives ring";
    return { state: "fail", found: `${found}; ring: ${rate(ring.algorithm)}`, remedy, numbers: both };
  },
};
