import { max, mean, sum } from "simple-statistics";
import { finishedEpochs, steadyEpochs, trainingSeconds } from "../runs";
import { nodesOf, summedSeconds, wayOf } from "../measure";
import type { RunRecord } from "../runs/record";

/** A level of a factor: `resnet50`, `sync`, 32. */
export type Level = string | number;

/**
 * What of a run is compared, in seconds. `epoch`: the mean of its epochs without the first, which carries the start-up.
 * `training`: from the first batch's start to the last one's end, over all epochs, as the study of three nodes measured.
 */
export type Response = "epoch" | "training";

/** One run of an experiment, as statistics see it. A run is one observation, however many epochs it has. */
export interface Observation {
  /** The level of each factor: `model`, `mode`, `batch` (images of a step on one node), `nodes`, and a design's others. */
  levels: Readonly<Record<string, Level>>;
  /** From 1; the block that the run belongs to. */
  replicate: number;
  /** The response. */
  seconds: number;
  /** How many epochs {@link seconds} covers: 1 for the response `epoch`. */
  epochs: number;
  /** Each epoch after the first, of this one run: not replicates of each other. */
  epochSeconds: number[];
  run: RunRecord;
}

/** How runs are read as observations. */
export interface ObservationOptions {
  /** Default `epoch`. */
  response?: Response;
  /** A run's place in its design, where one is known. Default: its factors from its configuration, and replicates counted. */
  place?: (run: RunRecord) => { levels: Readonly<Record<string, Level>>; replicate: number } | undefined;
}

/**
 * Runs as observations; those that ran out of memory have no time and are left out.
 * @throws one line when a run of the response `epoch` has no second epoch.
 */
export function observations(runs: readonly RunRecord[], options: ObservationOptions = {}): Observation[] {
  const { response = "epoch", place = () => undefined } = options;
  const seen = new Map<string, number>();
  return runs
    .filter(({ outcome }) => outcome === "completed")
    .map((run) => {
      const levels = levelsOf(run);
      const key = JSON.stringify(levels);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      const { levels: own, replicate } = place(run) ?? { levels, replicate: seen.get(key) ?? 1 };
      return { levels: own, replicate, ...responseOf(run, response), run };
    });
}

/** The study's four factors, from a run's configuration. */
export function levelsOf({ configuration }: RunRecord): Readonly<Record<string, Level>> {
  const { model, localBatchSize } = configuration;
  return { model, mode: wayOf(configuration), batch: localBatchSize, nodes: nodesOf(configuration) };
}

function responseOf(run: RunRecord, response: Response): Pick<Observation, "seconds" | "epochs" | "epochSeconds"> {
  const later = finishedEpochs(run).filter(({ epoch }) => epoch > 1);
  const epochSeconds = later.map((epoch) => summedSeconds(epoch));
  if (response === "training") return { seconds: trainingSeconds(run), epochs: run.epochs.length, epochSeconds };
  return { seconds: mean(steadyEpochs(run).map((epoch) => summedSeconds(epoch))), epochs: 1, epochSeconds };
}

/** Images of one epoch of an observation's run, over all nodes. */
export function imagesPerEpoch({ run }: Observation): number {
  return max(run.epochs.map(({ steps }) => sum(steps.images)));
}

/** A run as a row of a table: the levels of its factors (also those that are not named here), and what it gave. */
export interface RunRow {
  model: string;
  mode: string;
  batch: number;
  nodes: number;
  replicate: number;
  /** Its place in the order of the observations, from 1. */
  order: number;
  /** The response. */
  seconds: number;
  /** On test images after the last epoch, where the run has it. */
  accuracy?: number;
}

/** Observations as rows, one a run. */
export function runRows(all: readonly Observation[]): RunRow[] {
  return all.map(({ levels, replicate, seconds, run }, at) => ({
    ...(levels as Pick<RunRow, "model" | "mode" | "batch" | "nodes">),
    replicate,
    order: at + 1,
    seconds,
    accuracy: run.epochs.at(-1)?.validation?.accuracy,
  }));
}

/** Observations of one cell: those with the same level of every one of the factors, in the order in which they come. */
export interface Cell {
  levels: Readonly<Record<string, Level>>;
  observations: Observation[];
}

/** Groups observations by factors; default: by all that they have. */
export function cells(all: readonly Observation[], factors?: readonly string[]): Cell[] {
  const groups = new Map<string, Cell>();
  for (const observation of all) {
    const names = factors ?? Object.keys(observation.levels);
    const levels = Object.fromEntries(names.map((name) => [name, observation.levels[name]]));
    const key = JSON.stringify(levels);
    const cell = groups.get(key) ?? { levels, observations: [] };
    cell.observations.push(observation);
    groups.set(key, cell);
  }
  return [...groups.values()];
}

/** The factors that observations have, without some: what tells apart runs that differ in these alone. */
export function factorsBut(all: readonly Pick<Observation, "levels">[], ...without: string[]): string[] {
  return Object.keys(all.at(0)?.levels ?? {}).filter((name) => !without.includes(name));
}

/** The levels that a factor has among observations: numbers from small to large, names in the order in which they come. */
export function levelsAmong(all: readonly Observation[], factor: string): Level[] {
  const levels = [...new Set(all.map((each) => each.levels[factor]))];
  const numbers = levels.filter((level): level is number => typeof level === "number");
  return numbers.length === levels.length ? numbers.sort((a, b) => a - b) : levels;
}
