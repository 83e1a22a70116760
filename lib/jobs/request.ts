import { datasetAtHand } from "../../datasets/at-hand";
import type { PresetName } from "../training/presets";
import type { Job } from "./job";
import { flags, type ArgumentValues } from "./run-program";
import { slurmMinutes } from "../slurm/time";
import { taskNamed, type Task } from "./tasks";

/** What somebody wants to run; what is left out is the task's. */
export interface JobRequest {
  task: string;
  /** Default `full`. */
  preset?: PresetName;
  nodes?: number;
  gpusPerNode?: number;
  /** Cores of each node. */
  cpusPerNode?: number;
  /** Memory of each node, in GiB. */
  memory?: number;
  /** As Slurm writes times: minutes, or `H:MM:SS`. */
  time?: string;
  /** Nodes not to use, as Slurm lists them: `node[3-5],node9`. */
  exclude?: string;
  /** How often the job may start again by itself, from its last checkpoint. Default 0. */
  restarts?: number;
  /** More of the program's arguments, as words; they go before the task's own. */
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
  const nodes = within(task, "--nodes", request.nodes ?? usual.nodes, task.limits.nodes);
  const gpusPerNode = within(
    task,
    "--gpus-per-node",
    request.gpusPerNode ?? usual.gpusPerNode,
    task.limits.gpusPerNode,
  );
  const processors = Math.max(1, gpusPerNode);
  const extra = request.arguments ?? [];
  const dataset =
    argumentOf(extra, "dataset") ?? (preset === "quick" ? await datasetAtHand(task.dataset) : task.dataset);
  const values = { dataset, ...task.arguments(preset, { nodes, gpusPerNode }) };
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
  };
}

function within(task: Task, flag: string, value: number, [least, most]: [number, number]): number {
  if (value >= least && value <= most) return value;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const hint = flag === "--nodes" ? " For several nodes take the task many-nodes." : "";
  throw new Error(`${flag} is ${value}, but the task ${task.name} runs on ${range}.${hint}`);
}

/** The values that the words do not give themselves. */
function without(values: ArgumentValues, words: readonly string[]): ArgumentValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => argumentOf(words, flags({ [name]: true })[0].slice(2)) === undefined),
  );
}

/** The value of a flag among a command line's words; the last one counts, and one without a value is "". */
export function argumentOf(words: readonly string[], flag: string): string | undefined {
  const at = words.findLastIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
  if (at < 0) return undefined;
  const [, inWord] = /^[^=]*=(.*)$/s.exec(words[at]) ?? [];
  return inWord ?? words.at(at + 1) ?? "";
}
