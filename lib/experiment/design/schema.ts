import { z } from "zod";

const level = z.union([z.string().min(1), z.number()]);
const argument = z.union([z.string(), z.number(), z.boolean()]);
const argumentsOf = z.record(z.string(), argument);
const whole = (least: number) => z.number().int().min(least);

/** Levels as a list, or by name with the arguments that each stands for. */
const factor = z.union([z.array(level).min(1, "name at least one level"), z.record(z.string(), argumentsOf)], {
  error: "write a list of levels, or names of levels with the arguments that each gives the program",
});

/** A design as its file has it. */
export const designFileSchema = z.strictObject({
  /** The chapter's program that every run is: `04-many-nodes/train`. */
  program: z.string().min(1),
  factors: z
    .record(z.string(), factor)
    .refine((factors) => Object.keys(factors).length > 0, "name at least one factor"),
  /** How often each configuration runs. */
  replicates: whole(1),
  /** Of the order of the runs. */
  seed: z.number().int(),
  response: z.enum(["epoch", "training"]).default("epoch"),
  /** How often a run may be tried that fails. */
  attempts: whole(1).default(1),
  /** Of the program, in all runs. */
  arguments: argumentsOf.default({}),
  /** What a run asks of each of its nodes, memory in GiB; what is left out is what is usual. */
  resources: z
    .strictObject({ gpus: whole(0), cores: whole(1), memory: whole(1), minutes: whole(1) })
    .partial()
    .default({}),
});

/** A design as journals keep it, and all functions use it. */
export const designSchema = z.object({
  ...designFileSchema.shape,
  /** Of its file, without the ending; the experiment's folder has it, too. */
  name: z.string(),
  /** What varies: a name, and what each of its levels gives the program. */
  factors: z.array(z.object({ name: z.string(), levels: z.array(z.object({ level, arguments: argumentsOf })) })),
});

/** What a design's file says, checked. */
export type DesignFile = z.infer<typeof designFileSchema>;
/** Factors and levels of an experiment, and how each of its runs is made. */
export type Design = z.infer<typeof designSchema>;
/** What varies: a name, and what each of its levels gives the program. */
export type Factor = Design["factors"][number];
/** What a run asks of each of its nodes; what is left out is what is usual. */
export type DesignResources = Design["resources"];
