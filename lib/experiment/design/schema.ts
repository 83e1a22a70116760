import { z } from "zod";

// Strangers write designs, too. What they name is printed, and becomes a flag's name, its value, and a part of files' names.
const word = z.string().regex(/^(?!-)[^\p{Cc}\p{Cf}]{0,100}$/u, {
  error: "give at most 100 characters, none of them a control character, and no - at the beginning",
});
const level = z.union([word.min(1), z.number()]);
const argument = z.union([word, z.number(), z.boolean()]);
const factorName = z.string().regex(/^\p{L}[\p{L}\p{N}_ .-]{0,60}$/u, {
  error: "a factor's name has letters, digits, spaces and _ . -",
});

/** Arguments of the trainings that name a file or a folder which they write. */
const outputs = ["checkpoint", "resume", "profile", "record", "graph", "out", "samples"];
const argumentName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, { error: "an argument's name has letters and digits, as in localBatchSize" })
  .refine((name) => !outputs.includes(name), {
    error: "the experiment decides what its runs write and where: leave this argument out",
  });
const argumentsOf = z.record(argumentName, argument);
const whole = (least: number) => z.number().int().min(least);

/** A list of levels, or named levels with their arguments. */
const factor = z.union([z.array(level).min(1, "name at least one level"), z.record(word.min(1), argumentsOf)], {
  error: "write a list of levels, or names of levels with the arguments that each gives the program",
});

/** A design with more runs than this is a mistake. */
const mostRuns = 10_000;

interface Countable {
  factors: readonly { levels: readonly unknown[] }[];
  replicates: number;
}

/** How many runs a design has, which nobody builds to count them: a short file can ask for more than any memory holds. */
const countRuns = ({ factors, replicates }: Countable): number =>
  factors.reduce((product, { levels }) => product * levels.length, replicates);

/** The format of a design's file. */
export const designFileSchema = z.strictObject({
  /** The chapter's training that all runs execute: `04-many-nodes/train`. */
  program: z.string().regex(/^\d\d-[a-z-]+\/(train|input|cores)$/, {
    error: "name a training of a chapter, such as 04-many-nodes/train",
  }),
  factors: z
    .record(factorName, factor)
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
export const designSchema = z
  .object({
    ...designFileSchema.shape,
    /** The file's name without its extension, which is also the name of the experiment's folder. */
    name: z.string().regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,60}$/u, {
      error: "a design's file is called by letters, digits and _ . + -: rename it",
    }),
    /** Each factor with its levels and their arguments for the program. */
    factors: z.array(z.object({ name: factorName, levels: z.array(z.object({ level, arguments: argumentsOf })) })),
  })
  .refine((design) => countRuns(design) <= mostRuns, {
    error: ({ input }) =>
      `${countRuns(input as Countable)} runs are asked for, and ${mostRuns} are the most: leave levels out`,
  });

/** The checked content of a design's file. */
export type DesignFile = z.infer<typeof designFileSchema>;
/** The factors and levels of an experiment, and how to make its runs. */
export interface Design extends z.infer<typeof designSchema> {}
/** A factor with its levels and their arguments for the program. */
export type Factor = Design["factors"][number];
/** Resources of a run on each node. A missing one has the usual value. */
export type DesignResources = Design["resources"];
