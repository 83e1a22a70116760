import { max, mean, sum } from "simple-statistics";
import { finishedEpochs, steadyEpochs, trainingSeconds } from "../runs";
import { groupedBy } from "../system/grouped-by";
import { nodesOf, summedSeconds, wayOf } from "../measure";
import type { RunRecord } from "../runs/record";

/** A level of a factor: `resnet50`, `sync`, 32. */
export type Level = string | number;

/**
 * The time of a run that statistics compare, in seconds. `epoch`: the mean of its epochs without the first, which includes
 * the start-up. `training`: from the start of the first batch to the end of the last one, as in the study of three nodes.
 */
export type Response = "epoch" | "training";

/** One run of an experiment, for statistics. A run is one observation, whatever its number of epochs. */
export interface Observation {
  /** The level of each factor: `model`, `mode`, `batch` (images of a step on one node), `nodes`, and a design's others. */
  levels: Readonly<Record<string, Level>>;
  /** The block of the run, from 1. */
  replicate: number;
  /** The response. */
  seconds: number;
  /** Number of epochs in {@link seconds}: 1 for the response `epoch`. */
  epochs: number;
  /** The time of each epoch after the first. Epochs of one run are not replicates. */
  epochSeconds: number[];
  run: RunRecord;
}

/** How to make observations from runs. */
export interface ObservationOptions {
  /** Default `epoch`. */
  response?: Response;
  /** A run's place in its design. Default: levels from the run's configuration, and replicates by counting. */
  place?: (run: RunRecord) => { levels: Readonly<Record<string, Level>>; replicate: number } | undefined;
}

/**
 * Makes observations from completed runs. Runs that ran out of memory have no time and are left out.
 * @throws one line when a run has no second epoch and the response is `epoch`.
 */
export function observations(runs: readonly RunRecord[], options: ObservationOptions = {}): Observation[] {
  const { response = "epoch", place = () => undefined } = options;
  const counts = new Map<string, number>();
  return runs
    .filter(({ outcome }) => outcome === "completed")
    .map((run) => {
      const levels = levelsOf(run);
      const key = JSON.stringify(levels);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const placed = place(run) ?? { levels, replicate: count };
      return { levels: placed.levels, replicate: placed.replicate, ...responseOf(run, response), run };
    });
}

/** The levels of the study's four factors, from a run's configuration. */
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

/** The observations with the same level of every factor, in their order. */
export interface Cell {
  levels: Readonly<Record<string, Level>>;
  observations: Observation[];
}

/** Groups observations by factors. Default: all factors. */
export function cells(all: readonly Observation[], factors?: readonly string[]): Cell[] {
  const levelsOfCell = ({ levels }: Observation) =>
    Object.fromEntries((factors ?? Object.keys(levels)).map((name) => [name, levels[name]]));
  return [...groupedBy(all, (each) => JSON.stringify(levelsOfCell(each))).values()].map((group) => ({
    levels: levelsOfCell(group[0]),
    observations: group,
  }));
}

/** The factors of observations, without some of them. */
export function factorsBut(all: readonly Pick<Observation, "levels">[], ...without: string[]): string[] {
  return Object.keys(all.at(0)?.levels ?? {}).filter((name) => !without.includes(name));
}

/** The levels of a factor among observations: numbers in ascending order, names in order of appearance. */
export function levelsAmong(all: readonly Observation[], factor: string): Level[] {
  const levels = [...new Set(all.map((observation) => observation.levels[factor]))];
  const numbers = levels.filter((level): level is number => typeof level === "number");
  return numbers.length === levels.length ? numbers.sort((a, b) => a - b) : levels;
}
