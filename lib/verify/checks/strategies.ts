import { failed, type Check } from "../check";
import { differences, TOLERANCE } from "./losses";

/** All ways in which devices share the training of a GPT, by flags of `train`. */
const WAYS = {
  "copies, ring": { strategy: "mirrored", devices: 2, collectives: "ring" },
  "ZeRO stage 1": { zero: 1, devices: 2 },
  "ZeRO stage 2": { zero: 2, devices: 2 },
  "ZeRO stage 3": { zero: 3, devices: 2 },
  tensor: { mesh: "tensor=2" },
  "tensor and sequence": { mesh: "tensor=2", sequence: true },
  "stages, 1f1b": { mesh: "stage=2", microbatches: 4 },
  "stages, gpipe": { mesh: "stage=2", microbatches: 4, schedule: "gpipe" },
};

/** Every strategy on two devices, on GPUs by NCCL but for one: the first loss is that of one device. */
export const strategies: Check = {
  id: "strategies",
  name: "every strategy on two devices",
  run: async (machine) => {
    if (machine.found.devices.length < 2) return { state: "not here", found: "there is one device" };
    const { device, sizes } = machine;
    const gpt = { device, model: "gpt-1m", context: 64, batchSize: 8, steps: sizes.steps, learningRate: 0.001 };
    const { losses } = await machine.train(gpt);
    const tolerance = device === "gpu" ? TOLERANCE.tf32 : TOLERANCE.float32;
    const numbers: Record<string, number | string> = {};
    for (const [name, values] of Object.entries(WAYS)) {
      try {
        const shared = await machine.train({ ...gpt, ...values });
        numbers[`${name}: first loss off by`] = differences(shared.losses, losses).first;
        numbers[`${name}: seconds of a step`] = shared.stepSeconds;
      } catch (error) {
        numbers[`${name}: failed`] = (error as Error).message;
      }
    }
    const isWrong = (name: string): boolean => !(Number(numbers[`${name}: first loss off by`]) <= tolerance.first);
    const wrong = Object.keys(WAYS).filter(isWrong);
    if (wrong.length > 0) return failed(`failed, or other losses than on one device: ${wrong.join(", ")}`, numbers);
    return { state: "pass", found: `losses of one device: ${Object.keys(WAYS).join(", ")}`, numbers };
  },
};
