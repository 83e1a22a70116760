import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sum } from "simple-statistics";
import { z } from "zod";
import { mostDeviceHours, refuseOverBudget, type DeviceHours } from "../jobs/device-hours";
import { readRun, type RunRecord } from "../runs/record";
import { askSlurm, SlurmAbsent } from "../slurm/client";
import { jobIdIn, jobNumber } from "../slurm/job-id";
import { hasEnded, jobState } from "../slurm/job-state";
import { scriptCommands, scriptGpus, scriptOptions } from "../slurm/script-options";
import { slurmMinutes } from "../slurm/time";
import { writeWhole } from "../system/atomic";
import { readIfValid } from "../system/checked-json";
import { makeFolders } from "../system/folders";
import { isGrading } from "../system/grading";
import { workbookRoot } from "../system/workbook";

/** `deviceHours`: the most that the jobs of this name may have taken. */
const keptSchema = z.object({ script: z.string(), output: z.string(), deviceHours: z.number().default(0) });

/**
 * Submits a job script that a student wrote, with the student's own rights, waits until the job has ended, and prints what it
 * printed. Where there is no Slurm, it says what `sbatch` would be asked for. A script that was submitted is submitted again only
 * if its text changed. In the job, `$WORKBOOK` is the workbook's folder.
 * @param name Names the files: `results/jobs/NAME.txt`, and `results/NAME.json` for the record of the run.
 * @returns the run's record; undefined where nothing was trained.
 * @throws one line with Slurm's own reason, or when the site does not want jobs from notebooks.
 */
export async function submitScript(script: string, name = "own-job"): Promise<RunRecord | undefined> {
  const [file, record] = [`results/jobs/${name}.json`, resolve("results", `${name}.json`)];
  const kept = readIfValid(file, keptSchema);
  if (isGrading()) console.log("Nothing is submitted while grading.");
  else if (kept?.script === script) console.log(kept.output);
  else if (!(await submit(script, { file, record }))) return undefined;
  return existsSync(record) ? readRun(record) : undefined;
}

/** Whether there was a Slurm to submit it to. */
async function submit(script: string, { file, record }: { file: string; record: string }): Promise<boolean> {
  const { unit, atMost } = mostOf(script);
  await refuseOverBudget({ unit, atMost }, await takenByScripts());
  makeFolders("results/jobs");
  const printed = file.replace(/json$/, "txt");
  const environment = { WORKBOOK: workbookRoot, WORKBOOK_RECORD: record };
  const flags = ["--parsable", `--output=${printed}`];
  let id: string;
  try {
    id = jobIdIn(await askSlurm("sbatch", flags, { input: script, environment }));
  } catch (error) {
    if (!(error instanceof SlurmAbsent)) throw error;
    console.log(dryRun(script));
    return false;
  }
  console.log(`Job ${jobNumber(id)} was submitted; what it prints: ${printed}`);
  let state = await jobState(id);
  while (state === undefined || !hasEnded(state)) {
    await sleep(1000);
    state = await jobState(id);
  }
  const output = await readFile(printed, "utf8").catch(() => "");
  console.log(output);
  const deviceHours = Math.min((readIfValid(file, keptSchema)?.deviceHours ?? 0) + atMost, Number.MAX_VALUE);
  await writeWhole(file, JSON.stringify({ script, output, deviceHours }));
  return true;
}

function mostOf(script: string): DeviceHours {
  const options = scriptOptions(script);
  const number = (name: string): number => Number(options.get(name)?.split("-").at(-1) ?? 1); // "2-4" nodes are at most 4
  const limit = options.get("time");
  const nodes = options.has("nodes") ? number("nodes") : number("ntasks");
  const minutes = slurmMinutes(limit ?? "UNLIMITED");
  const { unit, atMost } = mostDeviceHours({ nodes, gpusPerNode: scriptGpus(options) ?? 0, minutes });
  // Without a limit, as an array, or with what this does not read, it may take anything.
  const isKnown = limit !== undefined && atMost >= 0 && !["array", "tres-per-node"].some((name) => options.has(name));
  return { unit, atMost: isKnown ? atMost : Infinity };
}

/** The device-hours that submitted scripts may have taken: their records are no folders of jobs. */
async function takenByScripts(): Promise<number> {
  const files = (await readdir("results/jobs").catch(() => [])).filter((file) => file.endsWith(".json"));
  return sum(files.map((file) => readIfValid(join("results/jobs", file), keptSchema)?.deviceHours ?? 0));
}

function dryRun(script: string): string {
  const options = [...scriptOptions(script)].map(([name, value]) => `  --${name}${value === "" ? "" : `=${value}`}`);
  return [
    "There is no Slurm here, so nothing was submitted. sbatch would be asked for",
    ...options,
    "and the first node of the job would run",
    ...scriptCommands(script).map((line) => `  ${line}`),
    "To have it run, go to a cluster, or start a small one on this machine: ./workbook cluster up",
  ].join("\n");
}
