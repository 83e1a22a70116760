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
export const designSchema = z.strictObject({
  program: z.string().min(1),
  factors: z
    .record(z.string(), factor)
    .refine((factors) => Object.keys(factors).length > 0, "name at least one factor"),
  replicates: whole(1),
  seed: z.number().int(),
  response: z.enum(["epoch", "training"]).default("epoch"),
  attempts: whole(1).default(1),
  arguments: argumentsOf.default({}),
  resources: z
    .strictObject({ gpus: whole(0), cores: whole(1), memory: whole(1), minutes: whole(1) })
    .partial()
    .default({}),
});

/** What a design's file says, checked. */
export type DesignFile = z.infer<typeof designSchema>;
