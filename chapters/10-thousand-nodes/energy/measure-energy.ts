import { join } from "node:path";
import { z } from "zod";
import { keepFor } from "../../../lib/cells/keep-for";
import { runProgram } from "../../../lib/jobs/run-program";

const measuredSchema = z.object({
  device: z.enum(["cpu", "gpu"]),
  /** `NVML`, `RAPL`, or in words why there is neither. */
  meter: z.string(),
  joules: z.number().optional(),
  /** What the meter shows while nothing is trained. */
  idleWatts: z.number().optional(),
  seconds: z.number(),
  /** Of all cores together. */
  coreSeconds: z.number(),
  images: z.number(),
});

/** What a training took: joules where a meter told them, else the time of the cores. */
export interface MeasuredEnergy extends z.infer<typeof measuredSchema> {}

/**
 * Watts of a busy core, where no meter tells: the maker's thermal design power over the number of cores, in the table of the calculator Green
 * Algorithms. It has 3.8 to 23.8 W for its processors, and 12 W for an unknown one.
 *
 * Source: L. Lannelongue, J. Grealey, M. Inouye, Green Algorithms: Quantifying the Carbon Footprint of Computation, Advanced Science,
 * 2021, 2100707, and the data of its calculator.
 */
export const WATTS_OF_CORE = { usual: 12, least: 3.8, most: 23.8 } as const;

/** Trains on a device and keeps what that took. While nbgrader grades, a made-up training stands in, unless one was handed in. */
export async function measureEnergy(device: "cpu" | "gpu"): Promise<MeasuredEnergy> {
  const record = join("results", "energy", "training.json");
  const kept = await keepFor({
    file: join("results", "energy", "energy.json"),
    from: device,
    schema: measuredSchema,
    compute: ({ to }) => runProgram("10-thousand-nodes/energy", { device, out: to }, { WORKBOOK_RECORD: record }),
  });
  return kept ?? { device, meter: "nothing was handed in", seconds: 10, coreSeconds: 18, images: 1280 };
}

/** The joules of a training: as the meter told them, or estimated from the time of the cores, with a range. */
export function energyOf({ joules, idleWatts = 0, seconds, coreSeconds }: MeasuredEnergy) {
  if (joules === undefined) {
    const by = (watts: number): number => coreSeconds * watts;
    return { joules: by(WATTS_OF_CORE.usual), least: by(WATTS_OF_CORE.least), most: by(WATTS_OF_CORE.most) };
  }
  // What the device would have taken anyway is, or is not, the training's.
  return { joules, least: Math.max(0, joules - idleWatts * seconds), most: joules };
}

/** Rows for a table: the joules of a training and of one image, and how they were found. */
export function energyRows(measured: MeasuredEnergy) {
  const { joules, least, most } = energyOf(measured);
  const row = (what: string, by: number) => ({ what, joules: joules / by, from: least / by, to: most / by });
  const how = measured.joules === undefined ? "estimated from the time of the cores" : `measured by ${measured.meter}`;
  return [row(`the training, ${how}`, 1), row("one image", measured.images)];
}
