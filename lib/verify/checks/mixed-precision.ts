import { failed, type Check } from "../check";
import { comparedLosses, differences, TOLERANCE } from "./losses";

/** Training in 16 bits: the losses stay near those of float32, and whether it is faster is said. */
export const mixedPrecision: Check = {
  id: "mixed-precision",
  name: "mixed precision",
  run: async (machine) => {
    const whole = await machine.train(machine.on(1));
    const mixed = await machine.train({ ...machine.on(1), precision: "mixed" });
    // 16-bit numbers have at most 11 bits of mantissa, and move the first loss by far more than the order of additions does.
    if (differences(mixed.losses, whole.losses).first <= TOLERANCE.float32.first) {
      const found = "the first loss is float32's: nothing was computed in 16 bits";
      // TensorFlow has bfloat16 only on some CPUs.
      return machine.device === "cpu" ? { state: "not here", found } : failed(found);
    }
    const { numbers, ...finding } = comparedLosses(mixed.losses, whole.losses, TOLERANCE.mixed, "float32's");
    const times = whole.stepSeconds / mixed.stepSeconds;
    const found = `${times.toFixed(2)} x as fast; ${finding.found}`;
    const all = { ...numbers, "times as fast": times };
    if (finding.state === "pass" && times < 1.05) {
      const remedy = "no faster at these sizes: leave it off, or take larger batches";
      return { state: "pass", found, remedy, numbers: all };
    }
    return { ...finding, found, numbers: all };
  },
};
