import { fullFactorial } from "../experiment/design";
import type { Environment } from "../experiment/environment";
import { cells, factorsBut, levelsAmong, levelsOf, type Cell, type Observation } from "../experiment/observations";
import type { ExperimentResults } from "../experiment/runner";

/** The data of a report. */
export interface Material {
  results: ExperimentResults;
  /** Completed runs in the order of the design's levels; `results` has them in the order in which they ran. */
  measured: Observation[];
  /** The same runs, {@link withOurLevels}. */
  studied: Observation[];
  /** The environments of the runs, oldest first. */
  environments: Environment[];
  /** Whether the environment is that of the report, because the runner recorded none. */
  late: boolean;
  /** The design's file, with which the experiment can be repeated. */
  design: { file: string; text: string };
  /** Remarks on the whole: a changed design, another response. */
  remarks: string[];
  /** When the report was made. */
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
  const numbers = new Map(fullFactorial(design).map((levels, number) => [keyOf(levels), number]));
  const numberOf = ({ levels }: Observation): number => numbers.get(keyOf(levels)) ?? numbers.size;
  return [...observations].sort((a, b) => numberOf(a) - numberOf(b) || a.replicate - b.replicate);
}

/** The study's factors, which figures and models need. */
const ours = ["model", "mode", "batch", "nodes"];

/** Observations with levels of all of the study's factors, taken from the runs' configuration where the design has none. */
export function withOurLevels(observations: readonly Observation[]): Observation[] {
  return observations.map((each) => ({ ...each, levels: { ...levelsOf(each.run), ...each.levels } }));
}

/** Factors that observations differ in. */
export function variedFactors(observations: readonly Observation[]): string[] {
  return factorsBut(observations).filter((name) => levelsAmong(observations, name).length > 1);
}

/** Observations, and configurations that ran out of memory, grouped by the factors that a design varies beyond the study's. */
export function groupedByOtherFactors(
  all: readonly Observation[],
  outOfMemory: readonly Timeless[],
): (Cell & { outOfMemory: Timeless[] })[] {
  const others = variedFactors(all).filter((name) => !ours.includes(name));
  return cells(all, others).map((cell) => ({
    ...cell,
    outOfMemory: outOfMemory.filter(
      ({ levels }) =>
        ours.every((factor) => factor in levels) && others.every((factor) => levels[factor] === cell.levels[factor]),
    ),
  }));
}

/** Levels without those of some factors. */
export function withoutFactors(levels: Observation["levels"], ...factors: string[]): Observation["levels"] {
  return Object.fromEntries(Object.entries(levels).filter(([name]) => !factors.includes(name)));
}

/** A moment as people read it, in UTC: `2026-11-21 20:57:39`. */
export const utcText = (iso: string): string => iso.replace("T", " ").replace(/(\.\d+)?Z$/, "");

/** How often each value occurs, most often first: `["2.20.0", 12]`. */
export function occurrences(values: readonly string[]): [value: string, count: number][] {
  const times = (value: string): number => values.filter((each) => each === value).length;
  return [...new Set(values)].map((value): [string, number] => [value, times(value)]).sort(([, a], [, b]) => b - a);
}
