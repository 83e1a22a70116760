import { z } from "zod";

const level = z.union([z.string().min(1), z.number()]);
const argument = z.union([z.string(), z.number(), z.boolean()]);
const argumentsOf = z.record(z.string(), argument);
const whole = (least: number) => z.number().int().min(least);

/** A list of levels, or named levels with their arguments. */
const factor = z.union([z.array(level).min(1, "name at least one level"), z.record(z.string(), argumentsOf)], {
  error: "write a list of levels, or names of levels with the arguments that each gives the program",
});

/** The format of a design's file. */
export const designFileSchema = z.strictObject({
  /** The chapter's program that all runs execute: `04-many-nodes/train`. */
  program: z.string().min(1),
  factors: z
    .record(z.string(), factor)
    .refine((factors) => Object.keys(factors).length > 0, "name at least one factor"),
  /** Runs of each configuration. */
  replicates: whole(1),
  /** Seed of the order of runs. */
  seed: z.number().int(),
  /** Whether each replicate trains with a seed of its own: its number. Else all have the program's usual seed. */
  ownSeeds: z.boolean().default(false),
  response: z.enum(["epoch", "training"]).default("epoch"),
  /** The most attempts at a run that fails. */
  attempts: whole(1).default(1),
  /** The program's arguments in all runs. */
  arguments: argumentsOf.default({}),
  /** Resources of a run on each node, memory in GiB. A missing one has the usual value. */
  resources: z
    .strictObject({ gpus: whole(0), cores: whole(1), memory: whole(1), minutes: whole(1) })
    .partial()
    .default({}),
});

/** The format of a design in journals, which all functions use. */
export const designSchema = z.object({
  ...designFileSchema.shape,
  /** The file's name without its extension, which is also the name of the experiment's folder. */
  name: z.string(),
  /** Each factor with its levels and their arguments for the program. */
  factors: z.array(z.object({ name: z.string(), levels: z.array(z.object({ level, arguments: argumentsOf })) })),
});

/** The checked content of a design's file. */
export type DesignFile = z.infer<typeof designFileSchema>;
/** The factors and levels of an experiment, and how to make its runs. */
export type Design = z.infer<typeof designSchema>;
/** A factor with its levels and their arguments for the program. */
export type Factor = Design["factors"][number];
/** Resources of a run on each node. A missing one has the usual value. */
export type DesignResources = Design["resources"];
