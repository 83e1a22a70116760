import { fullFactorial } from "../experiment/design";
import { cells, factorsBut, levelsAmong, levelsOf, type Observation } from "../experiment/observations";
import type { ExperimentResults } from "../experiment/runner";
import type { Environment } from "../experiment/environment";

/** All that a report is made of. */
export interface Material {
  results: ExperimentResults;
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

/** Completed runs in the order of the design's levels; results have them in the order in which they were made. */
export function inDesignOrder({
  design,
  observations,
}: Pick<ExperimentResults, "design" | "observations">): Observation[] {
  const place = new Map(fullFactorial(design).map((levels, at) => [keyOf(design, levels), at]));
  const at = ({ levels }: Observation): number => place.get(keyOf(design, levels)) ?? place.size;
  return [...observations].sort((a, b) => at(a) - at(b) || a.replicate - b.replicate);
}

function keyOf({ factors }: ExperimentResults["design"], levels: Observation["levels"]): string {
  return JSON.stringify(factors.map(({ name }) => levels[name]));
}

/** The commit that most of the runs were made with. */
export function commitOf({ results, environments }: Material): string | undefined {
  const commits = results.observations.flatMap(({ run }) => run.where.commit ?? []);
  return counted(commits).at(0)?.[0] ?? environments.at(-1)?.workbook.commit;
}

/** The study's factors: figures and models ask for each of them. */
const ours = ["model", "mode", "batch", "nodes"];

/** Observations with a level of every one of the study's factors, from their configuration where the design has none. */
export function completed(observations: readonly Observation[]): Observation[] {
  return observations.map((each) => ({ ...each, levels: { ...levelsOf(each.run), ...each.levels } }));
}

/** Factors that observations differ in. */
export function varied(observations: readonly Observation[]): string[] {
  return factorsBut(observations).filter((name) => levelsAmong(observations, name).length > 1);
}

/** Observations, and configurations that ran out of memory, apart by whatever a design varies beyond the study's factors, which figures of these would mix. */
export function apart(
  observations: readonly Observation[],
  outOfMemory: readonly Pick<Observation, "levels">[] = [],
): { label: string; observations: Observation[]; outOfMemory: Pick<Observation, "levels">[] }[] {
  const others = varied(observations).filter((name) => !ours.includes(name));
  const placed = outOfMemory.filter(({ levels }) => ours.every((factor) => factor in levels));
  return cells(observations, others).map((cell) => ({
    label: inWords(cell.levels),
    observations: cell.observations,
    outOfMemory: placed.filter(({ levels }) => others.every((factor) => levels[factor] === cell.levels[factor])),
  }));
}

/** Observations of one law of time: all but batch and nodes are alike. */
export function laws(observations: readonly Observation[]): { label: string; observations: Observation[] }[] {
  return cells(observations, factorsBut(observations, "batch", "nodes")).map((cell) => ({
    label: inWords(cell.levels),
    observations: cell.observations,
  }));
}

/** Levels without those of some factors. */
export function without(levels: Observation["levels"], ...factors: string[]): Observation["levels"] {
  return Object.fromEntries(Object.entries(levels).filter(([name]) => !factors.includes(name)));
}

/** Levels in a few words: `resnet50, sync, batch 8`. */
export function inWords(levels: Observation["levels"]): string {
  return Object.entries(levels)
    .map(([name, level]) => (name === "model" || name === "mode" ? level : `${name} ${level}`))
    .join(", ");
}

/** A moment as people read it, in UTC: `2026-11-21 20:57:39`. */
export function moment(iso: string | undefined): string | undefined {
  return iso?.replace("T", " ").replace(/(\.\d+)?Z$/, "");
}

/** How often each value occurs, most often first: `["2.20.0", 12]`. */
export function counted(values: readonly (string | undefined)[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value ?? "unknown", (counts.get(value ?? "unknown") ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
