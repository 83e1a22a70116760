import { failed, type Check } from "../check";
import { differences, TOLERANCE } from "./losses";

/** All ways in which devices share the training of a GPT, by flags of `train`. */
const WAYS = {
  "copies (ring)": { strategy: "mirrored", devices: 2, collectives: "ring" },
  "ZeRO stage 1": { zero: 1, devices: 2 },
  "ZeRO stage 2": { zero: 2, devices: 2 },
  "ZeRO stage 3": { zero: 3, devices: 2 },
  tensor: { mesh: "tensor=2" },
  "tensor and sequence": { mesh: "tensor=2", sequence: true },
  "stages (1f1b)": { mesh: "stage=2", microbatches: 4 },
  "stages (gpipe)": { mesh: "stage=2", microbatches: 4, schedule: "gpipe" },
};

/**
 * On two x86-64 cores, first and second losses of ZeRO stage 2 and of tensor and sequence were those of one device in every digit of a
 * float32. Gradients of twice the size move the second loss by 1.8e-2, none at all by 1.9e-1. TensorFloat-32 rounds products to 10 bits.
 */
const TOLERANCES = { cpu: { first: 1e-5, second: 1e-4 }, gpu: { first: TOLERANCE.tf32.first, second: 1e-2 } };

/** Every strategy on two devices, on GPUs by NCCL but for one: the first two losses are those of one device. */
export const strategies: Check = {
  id: "strategies",
  name: "every strategy on two devices",
  run: async (machine) => {
    if (machine.found.devices.length < 2) return { state: "not here", found: "there is one device" };
    const { device, sizes } = machine;
    const gpt = {
      device,
      model: "gpt-1m",
      context: 64,
      batchSize: 8,
      steps: sizes.steps,
      optimizer: "sgd",
      learningRate: 0.3,
    };
    const { losses } = await machine.train(gpt);
    const tolerance = TOLERANCES[device];
    const numbers: Record<string, number | string> = {};
    for (const [name, values] of Object.entries(WAYS)) {
      try {
        const shared = await machine.train({ ...gpt, ...values });
        const { first, second } = differences(shared.losses, losses);
        numbers[`${name}: first loss off by`] = first;
        numbers[`${name}: second loss off by`] = second;
        numbers[`${name}: seconds of a step`] = shared.stepSeconds;
      } catch (error) {
        numbers[`${name}: failed`] = (error as Error).message;
      }
    }
    const isOff = (name: string, loss: "first" | "second"): boolean =>
      !(Number(numbers[`${name}: ${loss} loss off by`]) <= tolerance[loss]);
    const isWrong = (name: string): boolean => isOff(name, "first") || isOff(name, "second");
    const wrong = Object.keys(WAYS).filter(isWrong);
    if (wrong.length > 0) return failed(`failed, or other losses than on one device: ${wrong.join(", ")}`, numbers);
    return { state: "pass", found: `losses of one device: ${Object.keys(WAYS).join(", ")}`, numbers };
  },
};
