import { datasetAtHand } from "../../datasets/at-hand";
import type { PresetName } from "../training/presets";
import type { Job } from "./job";
import { flagOf } from "./program-arguments";
import { flags, type ArgumentValues } from "./run-program";
import { slurmMinutes } from "../slurm/time";
import { taskNamed, type Task } from "./tasks";

/** A task that somebody wants to run; the task has a default for everything that is left out. */
export interface JobRequest {
  task: string;
  /** Default `full`. */
  preset?: PresetName;
  nodes?: number;
  gpusPerNode?: number;
  /** Logical devices of a node without GPUs. Default 2. */
  devices?: number;
  /** Cores on each node. */
  cpusPerNode?: number;
  /** Memory on each node, in GiB. */
  memory?: number;
  /** The time limit as Slurm writes it: minutes, or `H:MM:SS`. */
  time?: string;
  /** Nodes that the job must not use, as Slurm lists them: `node[3-5],node9`. */
  exclude?: string;
  /** How often the job may start again by itself, from its last checkpoint. Default 0. */
  restarts?: number;
  /** See `Job`. */
  checkpointEvery?: string;
  /** More of the program's arguments, as words of a command line; they replace the task's own. */
  arguments?: readonly string[];
}

/**
 * The job for a request.
 * @throws one line when the task cannot use what is asked for, naming what it can.
 */
export async function jobOf(request: JobRequest): Promise<Job> {
  const task = taskNamed(request.task);
  const preset = request.preset ?? "full";
  const usual = task.resources[preset];
  const { nodes = usual.nodes, gpusPerNode = usual.gpusPerNode } = request;
  checkLimits(task, "--nodes", nodes, task.limits.nodes);
  checkLimits(task, "--gpus-per-node", gpusPerNode, task.limits.gpusPerNode);
  const processors = Math.max(1, gpusPerNode);
  const extra = request.arguments ?? [];
  const dataset =
    argumentOf(extra, "dataset") ?? (preset === "quick" ? await datasetAtHand(task.dataset) : task.dataset);
  const values = { dataset, ...task.arguments(preset, { nodes, gpusPerNode, devices: request.devices }) };
  return {
    name: task.name,
    title: `Lesson ${task.lesson}: ${task.what}; preset ${preset}`,
    program: task.program,
    arguments: [...flags(without(values, extra)), ...extra],
    dataset,
    preset,
    nodes,
    gpusPerNode,
    cpusPerNode: request.cpusPerNode ?? usual.cpus * processors,
    memory: request.memory ?? usual.memory * processors,
    minutes: request.time === undefined ? usual.minutes : slurmMinutes(request.time),
    exclude: request.exclude ?? "",
    restarts: request.restarts ?? 0,
    ...(request.checkpointEvery === undefined ? {} : { checkpointEvery: request.checkpointEvery }),
  };
}

function checkLimits(task: Task, flag: string, value: number, [least, most]: [number, number]): void {
  if (value >= least && value <= most) return;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const hint = flag === "--nodes" && most === 1 ? "For several nodes take the task many-nodes." : `Leave ${flag} out.`;
  throw new Error(`${flag} is ${value}, but the task ${task.name} runs on ${range}. ${hint}`);
}

/** The values without those that the command line's words replace. */
function without(values: ArgumentValues, words: readonly string[]): ArgumentValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => argumentOf(words, flagOf(name)) === undefined));
}

/** The value of a flag among a command line's words. The last occurrence counts; a flag without a value has "". */
export function argumentOf(words: readonly string[], flag: string): string | undefined {
  const index = words.findLastIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
  if (index < 0) return undefined;
  const [, valueInWord] = /^[^=]*=(.*)$/s.exec(words[index]) ?? [];
  return valueInWord ?? words.at(index + 1) ?? "";
}
