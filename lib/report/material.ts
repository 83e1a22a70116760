import { fullFactorial } from "../experiment/design";
import type { Environment } from "../experiment/environment";
import { cells, factorsBut, levelsAmong, levelsOf, type Cell, type Observation } from "../experiment/observations";
import type { ExperimentResults } from "../experiment/runner";

/** All that a report is made of. */
export interface Material {
  results: ExperimentResults;
  /** Completed runs in the order of the design's levels; results have them in the order in which they were made. */
  measured: Observation[];
  /** The same, {@link withOurLevels}. */
  studied: Observation[];
  /** What runs were made with, oldest first. */
  environments: Environment[];
  /** They were looked at when the report was made, because the runner had written none down. */
  late: boolean;
  /** The design's file, as somebody could run it again. */
  design: { file: string; text: string };
  /** What has to be said of the whole: a design that has changed, another response. */
  remarks: string[];
  /** When the report is made. */
  at: Date;
}

/** Runs without a time, of which only the configuration is known. */
type Timeless = Pick<Observation, "levels">;

/** Completed runs in the order of the design's levels. */
export function inDesignOrder({
  design,
  observations,
}: Pick<ExperimentResults, "design" | "observations">): Observation[] {
  const keyOf = (levels: Observation["levels"]) => JSON.stringify(design.factors.map(({ name }) => levels[name]));
  const place = new Map(fullFactorial(design).map((levels, at) => [keyOf(levels), at]));
  const at = ({ levels }: Observation): number => place.get(keyOf(levels)) ?? place.size;
  return [...observations].sort((a, b) => at(a) - at(b) || a.replicate - b.replicate);
}

/** The study's factors: figures and models ask for each of them. */
const ours = ["model", "mode", "batch", "nodes"];

/** Observations with a level of every one of the study's factors, from their configuration where the design has none. */
export function withOurLevels(observations: readonly Observation[]): Observation[] {
  return observations.map((each) => ({ ...each, levels: { ...levelsOf(each.run), ...each.levels } }));
}

/** Factors that observations differ in. */
export function varied(observations: readonly Observation[]): string[] {
  return factorsBut(observations).filter((name) => levelsAmong(observations, name).length > 1);
}

/** Observations, and configurations that ran out of memory, apart by what a design varies beyond the study's factors. */
export function apart(
  all: readonly Observation[],
  outOfMemory: readonly Timeless[],
): (Cell & { outOfMemory: Timeless[] })[] {
  const others = varied(all).filter((name) => !ours.includes(name));
  return cells(all, others).map((cell) => ({
    ...cell,
    outOfMemory: outOfMemory.filter(
      ({ levels }) =>
        ours.every((factor) => factor in levels) && others.every((factor) => levels[factor] === cell.levels[factor]),
    ),
  }));
}

/** Levels without those of some factors. */
export function without(levels: Observation["levels"], ...factors: string[]): Observation["levels"] {
  return Object.fromEntries(Object.entries(levels).filter(([name]) => !factors.includes(name)));
}

/** A moment as people read it, in UTC: `2026-11-21 20:57:39`. */
export const moment = (iso: string): string => iso.replace("T", " ").replace(/(\.\d+)?Z$/, "");

/** How often each value occurs, most often first: `["2.20.0", 12]`. */
export function tally(values: readonly string[]): [value: string, count: number][] {
  const times = (value: string): number => values.filter((each) => each === value).length;
  return [...new Set(values)].map((value): [string, number] => [value, times(value)]).sort(([, a], [, b]) => b - a);
}
