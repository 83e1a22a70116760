import { counted } from "../../system/words";
import { REPORT, type Check } from "../check";

/** The numbers of devices to train on: 1, 2, and all. */
export const deviceCounts = (all: number): number[] => [...new Set([1, 2, all])].filter((count) => count <= all);

/** A training on so many devices, whose replicas must have the same weights, bit for bit, after every step. */
export function replicas(count: number): Check {
  return {
    id: "replicas",
    name: `training on ${counted(count, "device")}`,
    run: async (machine) => {
      const values = machine.on(count);
      const checked = count === 1 ? values : { ...values, checkReplicas: true };
      const { losses, stepSeconds, run } = await machine.train(checked);
      const [first, last] = [losses[0], losses[losses.length - 1]];
      const numbers = { losses, "seconds of a step": stepSeconds, devices: run.where.devices };
      const text = `${losses.length} steps${count > 1 ? ", replicas alike" : ""}, loss ${first.toFixed(3)} to ${last.toFixed(3)}`;
      if (losses.every(Number.isFinite)) return { state: "pass", found: text, numbers };
      return { state: "fail", found: `${text}: a loss is no number`, remedy: REPORT, numbers };
    },
  };
}
