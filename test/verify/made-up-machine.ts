import { Machine, type Found, type Trained } from "../../lib/verify/machine";
import { sizesFor } from "../../lib/verify/sizes";
import type { ArgumentValues } from "../../lib/jobs/run-program";
import { madeUpRun } from "../measure/runs";

/** A training as it may come out on a machine that is not here. */
export function madeUpTraining(part: Partial<Trained> = {}): Trained {
  const run = madeUpRun({ stepSeconds: [1], images: [256, 256, 256, 256] });
  return { run, errors: "", losses: [2.3, 2.2, 2.1, 2], stepSeconds: 0.1, ...part };
}

/** A machine whose trainings come out as told: what checks say of GPUs is tried without one. */
export class MadeUpMachine extends Machine {
  constructor(
    found: Partial<Found>,
    private readonly results: (values: ArgumentValues) => Partial<Trained>,
  ) {
    const gpus = [{ name: "NVIDIA H100", bytes: 80e9 }];
    super(
      { device: "gpu", devices: ["GPU:0", "GPU:1"], gpus, addressBytes: 1e9, ...found },
      sizesFor("gpu", false),
      "/nowhere",
    );
  }

  override async train(values: ArgumentValues): Promise<Trained> {
    return madeUpTraining(this.results(values));
  }
}
