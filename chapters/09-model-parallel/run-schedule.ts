import { join } from "node:path";
import { z } from "zod";
import { runProgram } from "../../lib/jobs/run-program";
import type { RanTask } from "../../lib/profile";
import type { Schedule } from "../../lib/sharding";
import { keepFor } from "../../lib/cells/keep-for";

/** A schedule of a pipeline's tasks to run. */
export interface ScheduleToRun {
  /** For figures and files: `gpipe`. */
  name: string;
  /** For each device its tasks, in the order in which it is to run them. */
  schedule: Schedule;
  microbatches: number;
  /** As many as the schedule has lists, which is the default, or a multiple of that. */
  stages?: number;
}

/** One step of a pipeline as it ran. */
export interface RanSchedule {
  name: string;
  devices: number;
  microbatches: number;
  /** In the order of their begins. */
  tasks: RanTask[];
  /** Bytes of all variables on each device, between steps. */
  atRest: number[];
  /** The most bytes that each device held during the step. */
  peak: number[];
}

const stepSchema = z.object({
  tasks: z.array(
    z.object({
      does: z.enum(["F", "B"]),
      ...{ stage: z.number(), microbatch: z.number(), device: z.number() },
      ...{ begin: z.number(), end: z.number(), busy: z.number() },
    }),
  ),
  atRest: z.array(z.number()),
  peak: z.array(z.number()),
});

/**
 * Has the engine train a small GPT in stages by a schedule, on logical devices of this machine, a block to each stage. What ran is kept,
 * and runs again only if the schedule changed.
 * @returns the fastest of a few steps; undefined while nbgrader grades and nothing was handed in.
 * @throws one line when the schedule leaves something out, asks a device for what is not its own, or stands still.
 */
export async function runSchedule({ name, schedule, ...sizes }: ScheduleToRun): Promise<RanSchedule | undefined> {
  const devices = schedule.length;
  const { microbatches, stages = devices } = sizes;
  const step = await keepFor({
    file: join("results", "schedules", `${[name, devices, stages, microbatches].join("-")}.json`),
    from: JSON.stringify(schedule),
    schema: stepSchema,
    compute: ({ from, to }) =>
      runProgram("09-model-parallel/schedule", { schedule: from, devices, stages, microbatches, out: to }),
  });
  if (step === undefined) return undefined;
  return { name, devices, microbatches, ...step };
}

/** The bytes that each device held at its peak beyond those at rest. */
export const aboveRest = ({ peak, atRest }: RanSchedule): number[] => peak.map((bytes, at) => bytes - atRest[at]);
