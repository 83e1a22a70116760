import { mean } from "simple-statistics";
import type { ArgumentValues } from "../../jobs/run-program";
import { failed, percent, type Check, type Finding } from "../check";
import type { Machine, Trained } from "../machine";

/** How far losses may lie from those that were computed otherwise, as shares of these. */
interface Tolerance {
  /** The first step's: the forward pass on equal weights. */
  first: number;
  /** The second step's: the backward pass and one update, too. */
  second: number;
  /** The mean of all steps from the second. */
  mean: number;
}

/**
 * Measured on two x86-64 cores, at {@link COMPARED_RATE}. Where additions are made in another order (all threads or one, one process
 * or two nodes), ResNet50V2 and ResNet50 (64x64, batch 32) and a small ResNet have first losses at most 2e-6 apart, and second ones
 * 4.6e-3; with other algorithms (oneDNN's or Eigen's), ResNet50V2's are 1.1e-6 and 1.3e-3 apart. Gradients of twice the size would
 * move the second loss by 2.2e-2 (ResNet50V2) or 9e-3 (the small one), none at all by 1.6e-2.
 *
 * With initial weights rounded to TensorFloat-32's 10 bits of mantissa, the small ResNet's first loss was 8e-4 off, with bfloat16's 7
 * bits 1.3e-3; every product's inputs are rounded, too, so four and eight times that are allowed. From the second step on, BatchNorm
 * over few pixels lets rounding grow: single losses were up to 14 % off. Their mean only tells a training that goes another way.
 */
export const TOLERANCE = {
  float32: { first: 1e-5, second: 8e-3, mean: 0.2 },
  tf32: { first: 3e-3, second: 0.2, mean: 0.2 },
  mixed: { first: 1e-2, second: 0.2, mean: 0.2 },
} satisfies Record<string, Tolerance>;

/** How far losses lie from others, as {@link Tolerance} tells; infinity where one is missing or no number. */
export function differences(losses: readonly number[], others: readonly number[]): Tolerance {
  const off = (loss: number, other: number): number => {
    const share = Math.abs(loss - other) / Math.abs(other);
    return Number.isFinite(share) ? share : Infinity;
  };
  const later = [losses, others].map((list) => (list.length > 1 ? mean(list.slice(1)) : NaN));
  return { first: off(losses[0], others[0]), second: off(losses[1], others[1]), mean: off(later[0], later[1]) };
}

/** A finding on losses that should be those of another training. */
export function comparedLosses(
  losses: readonly number[],
  others: readonly number[],
  tolerance: Tolerance,
  than: string,
): Finding {
  const off = differences(losses, others);
  const parts = (["first", "second", "mean"] as const).map(
    (part) =>
      `the ${part} ${part === "mean" ? "" : "one "}is ${percent(off[part])} off (allowed: ${percent(tolerance[part])})`,
  );
  const found = `${losses.length} losses beside ${than}: ${parts.join(", ")}`;
  const numbers = { losses, "losses to compare with": others };
  const isNear = off.first <= tolerance.first && off.second <= tolerance.second && off.mean <= tolerance.mean;
  return isNear ? { state: "pass", found, numbers } : failed(found, numbers);
}

/** A rate so small that one update does not yet make a difference of rounding large. */
export const COMPARED_RATE = 1e-4;

/** The training on the CPU with all its cores, which others are compared with. */
export const reference = (machine: Machine): Promise<Trained> => machine.train(compared(machine, "cpu"));

function compared(machine: Machine, device: "cpu" | "gpu"): ArgumentValues {
  return { ...machine.on(1, device), ...machine.sizes.compared, steps: 4, learningRate: COMPARED_RATE };
}

/** A GPU without TensorFloat-32 computes what a CPU does, but for the order of additions; on a CPU, so does a single core. */
export const losses: Check = {
  id: "losses",
  name: "losses in float32",
  run: async (machine) => {
    const onGpu = machine.device === "gpu";
    const other = onGpu ? { noTf32: true } : { threads: 1 };
    const trained = await machine.train({ ...compared(machine, machine.device), ...other });
    const than = onGpu ? "the CPU's" : "those of one thread";
    return comparedLosses(trained.losses, (await reference(machine)).losses, TOLERANCE.float32, than);
  },
};

/** With TensorFloat-32, which is the default on GPUs. */
export const lossesTf32: Check = {
  id: "losses",
  name: "losses in TensorFloat-32",
  run: async (machine) => {
    if (machine.device === "cpu") return { state: "not here", found: "CPUs have no TensorFloat-32" };
    const trained = await machine.train(compared(machine, "gpu"));
    return comparedLosses(trained.losses, (await reference(machine)).losses, TOLERANCE.tf32, "the CPU's");
  },
};
