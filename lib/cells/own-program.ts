import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { runWorkers } from "../jobs/local-workers";
import { compileProgram } from "../jobs/own-program";
import { jobFor } from "../jobs/program-job";
import { runFile, type ArgumentValues } from "../jobs/run-program";
import type { RunRecord } from "../runs/record";
import type { Place } from "./place-schema";
import { standInOnNodes } from "./run-on-nodes";
import { keepOnce, standInOnOne } from "./run-once";
import { throughSlurm } from "./through-slurm";
import { makeFolders } from "../system/folders";

/** A student's own training program, and how to run it. */
export interface OwnProgram {
  /** Names the program's file, `results/programs/NAME.mts`, and the run's record, `results/NAME.json`. */
  name: string;
  /** The program's text, in TypeScript. It trains with `fit`, as the chapters' programs do. */
  source: string;
  arguments: ArgumentValues;
  /** Processes of this machine, or nodes of the cluster, that run it together. Default 1. */
  nodes?: number;
  /** Where to run it: on a cluster it is a Slurm job. Default: on this machine. */
  place?: Place;
}

/**
 * Compiles a student's own program, runs it in a process of its own or in several, and returns its run's record. The record is
 * kept: the program runs again only if its text or an argument changed. While nbgrader grades, nothing runs.
 * @throws the compiler's errors, or one line when the program fails or trains nothing.
 * @example const own = await runOwnProgram({ name: "own-mirrored", source: program, arguments: { devices: 2 } });
 */
export async function runOwnProgram({
  name,
  source,
  arguments: values,
  nodes = 1,
  place,
}: OwnProgram): Promise<RunRecord> {
  const [file, record] = [join("results", "programs", `${name}.mts`), `results/${name}.json`];
  const again = (await readFile(file, "utf8").catch(() => undefined)) !== source;
  return keepOnce(
    { arguments: { ...values, nodes }, record, again },
    {
      measure: async () => {
        makeFolders(dirname(file));
        await writeFile(file, source);
        await rm(record, { force: true }); // what an earlier text computed is not this one's
        const { file: compiled, dispose } = await compileProgram(file);
        try {
          const environment = { WORKBOOK_RECORD: record };
          if (place?.onCluster) await submitted({ name, file: resolve(file), values, nodes, again }, resolve(record));
          else if (nodes === 1) await runFile(compiled, { name, values, environment });
          else await runWorkers(name, values, { workers: nodes, environment, file: compiled });
        } finally {
          await dispose();
        }
        if (!existsSync(record))
          throw new Error(`Your program ${name} ended without a record: does it await fit(...)?`);
      },
      standIn: () => (nodes === 1 ? standInOnOne(values) : standInOnNodes(values, nodes)),
    },
  );
}

interface OwnJob {
  name: string;
  file: string;
  values: ArgumentValues;
  nodes: number;
  /** Whether an equal job may have run an earlier text of the program. */
  again: boolean;
}

/** Has Slurm run a program that compiles: each node compiles it for itself. */
async function submitted({ name, file, values, nodes, again }: OwnJob, record: string): Promise<void> {
  const job = await jobFor({ program: file, arguments: values, nodes, minutes: 10 });
  await throughSlurm({ job: { ...job, name, title: `${name}, a program from a notebook` }, values, record, again });
}
