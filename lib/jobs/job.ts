import { z } from "zod";
import { presetNames } from "../training/presets";

/** The schema of a {@link Job} in a job's file and in a class's journal. */
export const jobSchema = z.object({
  /** The job's name in Slurm, which is also part of the names of its files. */
  name: z.string().regex(/^\w[\w.@+-]{0,200}$/, { error: "it must be one word of letters, digits and . _ - @ +" }),
  /** A description for the head of its script. */
  title: z.string().regex(/^[^\p{Cc}]*$/u),
  program: z.string(),
  /** The program's arguments as words of a command line. */
  arguments: z.array(z.string()),
  dataset: z.string(),
  preset: z.enum(presetNames).optional(),
  nodes: z.number(),
  gpusPerNode: z.number(),
  cpusPerNode: z.number(),
  /** GiB on each node. */
  memory: z.number(),
  minutes: z.number(),
  /** Nodes as Slurm lists them: `node[1-3],gpu2`. */
  exclude: z.string().regex(/^[\w.,[\]-]*$/, { error: "it must be names of nodes" }),
  restarts: z.number(),
  /** Checkpoints also between epochs: after so many steps, or `auto:HOURS` between failures of a node. */
  checkpointEvery: z
    .string()
    .regex(/^(auto:)?\d+(\.\d+)?$/)
    .optional(),
  /** A run of an experiment: like a `claimed` job, and it also has its nodes for itself alone and keeps no checkpoints. */
  once: z.boolean().optional(),
  /** The job begins only if nobody else has made the link `started` in its folder. */
  claimed: z.boolean().optional(),
});

/** A job, complete enough to be written as a script. */
export type Job = z.infer<typeof jobSchema>;

/** What a job is charged by. */
export type JobSize = Pick<Job, "nodes" | "gpusPerNode">;

/** Devices that a job holds: its GPUs or, on CPUs, its nodes, even where it has only some of a node's cores. */
export function devicesOf({ nodes, gpusPerNode }: JobSize): number {
  return nodes * Math.max(1, gpusPerNode);
}
