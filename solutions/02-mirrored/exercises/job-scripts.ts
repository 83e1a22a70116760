import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scriptCommands, scriptGpus, scriptOptions } from "../../../lib/slurm/script-options";
import { slurmMinutes } from "../../../lib/slurm/time";
import { workbookRoot } from "../../../lib/system/workbook";
import type { MendedLine } from "../../../lib/checks/answers";
import { type Check, checkAnswer, checkByCases, type Slip } from "../../../lib/checks/check";

/** What a script asks for and runs, as far as these exercises look. */
interface Job {
  tasks?: number;
  gpus?: number;
  minutes?: number;
  cores?: number;
  /** The arguments of the one training that it starts. */
  training?: Map<string, string>;
}

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

function jobOf(script: string): Job {
  const options = scriptOptions(script);
  const time = options.get("time");
  const nodes = Number(options.get("nodes") ?? 1);
  const commands = scriptCommands(script).filter((line) => /\brun\s+\S+/.test(line));
  return {
    tasks: number(options.get("ntasks")) ?? nodes * Number(options.get("ntasks-per-node") ?? 1),
    gpus: scriptGpus(options) ?? 0,
    minutes: time === undefined ? undefined : minutesOf(time),
    cores: number(options.get("cpus-per-task")),
    training: commands.length === 1 ? flagsOf(commands[0]) : undefined,
  };
}

/** NaN for a time that Slurm would refuse. */
function minutesOf(time: string): number {
  try {
    return slurmMinutes(time);
  } catch {
    return NaN;
  }
}

const flagsOf = (command: string): Map<string, string> =>
  new Map([...command.matchAll(/--([a-z-]+)[= ]+([^\s-]\S*)/g)].map(([, flag, value]) => [flag, value]));

/** What is wrong with a script of the exercise, each of which has one mistake; undefined where nothing is. */
function mistakeIn(script: string): string | undefined {
  const { tasks, gpus, minutes = NaN, training } = jobOf(script);
  const devices = Number(training?.get("devices"));
  const epochs = Number(training?.get("epochs"));
  if (training === undefined) return "it does not start one training any more";
  if (tasks !== 1) return `srun starts ${tasks} processes, and each trains on all GPUs by itself`;
  if (gpus !== devices) return `it asks for ${gpus} GPUs, and the program needs ${devices}`;
  if (!(minutes >= epochs / 8)) return `Slurm ends it after ${minutes} minutes`;
  return minutes > 600 ? `it may take ${minutes} minutes, and so waits long in the queue` : undefined;
}

/** The names of the scripts in `chapters/02-mirrored/programs/scripts`. */
export type FaultyScript = "a" | "b" | "c";

const RUNS = "the script does what its second line says";

/** Checks a function that names the wrong line of each faulty script, and what should stand there. */
export function checkMended(mended: (script: FaultyScript) => MendedLine): Check {
  return checkAnswer("Three scripts, three mistakes", mended, (mended) =>
    (["a", "b", "c"] as const).map((name) => ({
      what: `script ${name}`,
      call: () => verdict(name, mended(name)),
      expected: RUNS,
    })),
  );
}

function verdict(name: FaultyScript, given: unknown): string {
  const { line, corrected } = (given ?? {}) as Partial<MendedLine>;
  const file = join(workbookRoot, "chapters", "02-mirrored", "programs", "scripts", `${name}.sh`);
  const lines = readFileSync(file, "utf8").split("\n");
  if (typeof line !== "number" || typeof corrected !== "string") return "no line and its correction";
  if (lines[line - 1] === undefined) return `there is no line ${line}`;
  if (line <= 2) return "the first two lines are right: they say what is wanted";
  if (corrected.includes("\n")) return "give one line";
  const before = jobOf(lines.join("\n")).training;
  lines[line - 1] = corrected;
  const script = lines.join("\n");
  const after = jobOf(script).training;
  const changed = [...(before ?? [])].find(([flag, value]) => after?.get(flag) !== value);
  if (changed) return `the training itself is right: leave --${changed[0]} ${changed[1]}`;
  return mistakeIn(script) ?? RUNS;
}

/** What the exercise asks a script for. */
interface ScriptParts {
  shebang: boolean;
  tasks: number;
  gpus: number;
  device: string;
  devices: number;
  /** Of all devices together. */
  batchSize: number;
  hasTimeLimit: boolean;
  fewCores: boolean;
}

const GPUS: [gpus: number][] = [[2], [0]];

/**
 * Checks a function that writes a job script: for the study's training on so many GPUs, or, for 0, for a rehearsal with two
 * logical devices and 32 images in a step.
 */
export const checkJobScript = (jobScript: (gpus: number) => string, cases = GPUS): Check =>
  checkByCases("Write one, and submit it", cases, (gpus) => {
    const expected: ScriptParts = {
      shebang: true,
      tasks: 1,
      gpus,
      device: gpus > 0 ? "gpu" : "cpu",
      devices: gpus > 0 ? gpus : 2,
      batchSize: gpus > 0 ? 2048 * gpus : 32,
      hasTimeLimit: true,
      fewCores: false,
    };
    const slip = (part: Partial<ScriptParts>, hint: string): Slip => [{ ...expected, ...part }, hint];
    return {
      what: gpus > 0 ? `a script for ${gpus} GPUs` : "a script for the rehearsal without GPUs",
      expected,
      slips: [
        slip({ shebang: false }, "The first line says which program reads the script: #!/bin/bash."),
        slip({ tasks: gpus }, "One process serves all devices of a node: a second one would train the same again."),
        slip({ gpus: 0 }, "Without --gres the job gets no GPU, however many the node has."),
        slip({ gpus: 2 }, "The rehearsal needs no GPU: a node without one can run it."),
        slip({ batchSize: 2048 }, "--batch-size is the global batch, of all devices together."),
        slip({ hasTimeLimit: false }, "Give --time from 5 minutes to 2 hours: short jobs start sooner."),
        slip({ fewCores: true }, "Give --cpus-per-task of 2 or more: the host feeds the devices."),
        slip({ devices: 1 }, "The command needs --devices: the program does not count them itself."),
      ],
    };
  })((gpus) => partsOf(jobScript(gpus)) as never);

function partsOf(script: unknown): unknown {
  if (typeof script !== "string") return script;
  const { tasks = NaN, gpus = NaN, minutes = NaN, cores = 1, training } = jobOf(script);
  if (training === undefined) return "no single command with: run 02-mirrored/train";
  return {
    shebang: script.startsWith("#!/"),
    tasks,
    gpus,
    device: training.get("device") ?? "cpu",
    devices: Number(training.get("devices") ?? 1),
    batchSize: Number(training.get("batch-size") ?? 2048),
    hasTimeLimit: minutes >= 5 && minutes <= 120,
    fewCores: cores < 2,
  };
}
