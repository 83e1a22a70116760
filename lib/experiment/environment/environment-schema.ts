import { z } from "zod";

const packageSchema = z.object({ name: z.string(), version: z.string() });

/** The environment of an experiment's runs, as its file has it. */
export const environmentSchema = z.object({
  takenAt: z.iso.datetime(),
  /** The workbook itself, without a commit if it is not a git checkout. */
  workbook: z.object({
    version: z.string(),
    commit: z.string().optional(),
    /** Files that differ from the commit. */
    changed: z.array(z.string()).optional(),
    /** SHA-256 of the differences. */
    changes: z.string().optional(),
  }),
  /** TensorFlow's version, its source, and its device. */
  tensorflow: z.object({ version: z.string(), from: z.string(), device: z.string() }).optional(),
  node: z.string(),
  /** The runner's machine. With Slurm, runs are on other machines, which their records name. */
  machine: z.object({
    host: z.string(),
    system: z.string(),
    kernel: z.string(),
    architecture: z.string(),
    processor: z.string(),
    cores: z.number(),
    memoryBytes: z.number(),
    /** Each GPU with its driver and memory. */
    gpus: z.array(z.string()),
  }),
  /** Slurm's version, if runs are Slurm jobs. */
  slurm: z.string().optional(),
  npm: z.array(packageSchema),
  python: z.object({ version: z.string(), packages: z.array(packageSchema) }).optional(),
});

/** The versions and the machine that runs are made with. It holds no environment variables and no user's name. */
export type Environment = z.infer<typeof environmentSchema>;
/** An installed package, of npm or of Python. */
export type Package = z.infer<typeof packageSchema>;
