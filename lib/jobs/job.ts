import { z } from "zod";
import { presetNames } from "../training/presets";

/** What a job's file and a class's journal hold of a {@link Job}. */
export const jobSchema = z.object({
  /** Slurm's name of it. */
  name: z.string(),
  /** The head of its script. */
  title: z.string(),
  program: z.string(),
  /** As a command line has them. */
  arguments: z.array(z.string()),
  dataset: z.string(),
  preset: z.enum(presetNames).optional(),
  nodes: z.number(),
  gpusPerNode: z.number(),
  cpusPerNode: z.number(),
  /** GiB a node. */
  memory: z.number(),
  minutes: z.number(),
  exclude: z.string(),
  restarts: z.number(),
  /** A run of an experiment: {@link claimed}, it also has its nodes for itself alone, and keeps no checkpoints. */
  once: z.boolean().optional(),
  /** It begins only if nobody else has made the link `started` in its folder. */
  claimed: z.boolean().optional(),
});

/** A job, ready to be written as a script. */
export type Job = z.infer<typeof jobSchema>;
