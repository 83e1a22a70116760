import { taskNamed, type TaskNodes } from "../../jobs/tasks";
import type { ArgumentValues } from "../../jobs/run-program";
import type { PresetName } from "../../training/presets";
import { differenceFrom, type AskedFor } from "./consistency";
import type { OwnRecord } from "./own-records";

/** A measurement that a lesson makes as a task's job. */
interface TaskAsked {
  task: string;
  /** Default 1. */
  nodes?: number;
  /** Devices of each node. Default 1. */
  devices?: number;
  /** The arguments with which the lesson replaces the task's own. */
  cluster?: ArgumentValues;
}

/** The sizes of jobs that a lesson makes: the study's, or small ones on the place `cluster-quick`. */
const sizes: PresetName[] = ["full", "quick"];

/** What the record of a job must show: the sizes of the preset that it fits, or the study's if it fits none. */
export function askedOfTask(measurement: TaskAsked, { run }: OwnRecord): AskedFor {
  const device = run?.configuration.device ?? "gpu";
  const candidates = sizes.map((preset) => askedFor(measurement, device, preset));
  return candidates.find((asked) => run !== undefined && differenceFrom(run, asked) === undefined) ?? candidates[0];
}

function askedFor(measurement: TaskAsked, device: "cpu" | "gpu", preset: PresetName): AskedFor {
  const { task: name, nodes = 1, devices = 1, cluster = {} } = measurement;
  const task = taskNamed(name);
  const on: TaskNodes = { nodes, gpusPerNode: device === "gpu" ? devices : 0, devices };
  const values: ArgumentValues = { model: task.model, ...task.arguments(preset, on), ...cluster };
  const number = (argument: string): number | undefined => values[argument] as number | undefined;
  return {
    program: task.program,
    model: String(values.model),
    device,
    replicas: nodes * devices,
    workers: nodes,
    imageSize: number("imageSize"),
    globalBatchSize: number("batchSize"),
    localBatchSize: number("localBatchSize"),
    syncEvery: number("syncEvery"),
    trainImages: number("trainImages"),
    epochs: number("epochs"),
  };
}
