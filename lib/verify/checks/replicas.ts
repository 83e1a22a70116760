import { counted } from "../../system/words";
import { failed, type Check } from "../check";
import { differences, TOLERANCE } from "./losses";

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
      return failed(`${text}: a loss is no number`, numbers);
    },
  };
}

const DIVIDED = {
  "ZeRO stage 3": { zero: 3 },
  tensor: { mesh: "tensor=2" },
  stages: { mesh: "stage=2", microbatches: 4 },
};

/** What several GPUs do, on two parts of one: copies of a network, and a GPT that is divided in three ways. */
export const onVirtualGpus: Check = {
  id: "replicas",
  name: "training on two virtual GPUs",
  run: async (machine) => {
    await machine.train({ ...machine.on(1), strategy: "mirrored", virtualGpus: 2, checkReplicas: true });
    const gpt = { device: machine.device, model: "gpt-1m", context: 64, batchSize: 8, steps: 4 };
    const { losses } = await machine.train(gpt);
    const firsts: Record<string, number> = {};
    for (const [name, values] of Object.entries(DIVIDED)) {
      const divided = await machine.train({ ...gpt, ...values, virtualGpus: 2 });
      firsts[name] = differences(divided.losses, losses).first;
    }
    const wrong = Object.keys(firsts).find((name) => !(firsts[name] <= TOLERANCE.tf32.first));
    if (wrong !== undefined) {
      return failed(`${wrong}: the first loss is ${firsts[wrong].toExponential(1)} off that of one GPU`, firsts);
    }
    const found = `copies alike; ${Object.keys(firsts).join(", ")}: losses of one GPU`;
    return { state: "pass", found, numbers: firsts };
  },
};
