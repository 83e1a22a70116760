import type { ArgumentValues } from "../../jobs";
import type { Level } from "../observations";
import { checked } from "../../system/checked-json";
import { designSchema, type Design, type DesignFile, type Factor } from "./schema";

/** A run of a design. */
export interface PlannedRun {
  /** Place in the order of runs, from 1. */
  number: number;
  /** The block of the run, from 1. */
  replicate: number;
  levels: Readonly<Record<string, Level>>;
}

/** The factor for the number of nodes. */
const NODES = "nodes";
/** The factor for the images of a step on one node. */
const BATCH = "batch";
/** The program's argument that decides what is random in a training. */
const SEED = "seed";

/** Makes a design from the content of its file. @throws one line that names what is wrong in the file. */
export function designOf(name: string, content: DesignFile, file: string): Design {
  const factors = Object.entries(content.factors).map(([factor, levels]) => ({
    name: factor,
    levels: Array.isArray(levels)
      ? levels.map((level) => ({ level, arguments: argumentOf(factor, level) }))
      : Object.entries(levels).map(([level, values]) => ({ level, arguments: values })),
  }));
  for (const factor of factors) checkLevels(factor, file);
  const twice = factors
    .flatMap((factor) => [...new Set(factor.levels.flatMap((level) => Object.keys(level.arguments)))])
    .concat(Object.keys(content.arguments), content.ownSeeds ? [SEED] : [])
    .find((argument, index, all) => all.indexOf(argument) !== index);
  if (twice !== undefined) {
    throw new Error(
      `${file} gives the program's argument ${twice} twice: by one factor, or once under "arguments"${twice === SEED ? ", or by ownSeeds" : ""}.`,
    );
  }
  return checked(
    { ...content, name, factors },
    designSchema,
    (problem) => new Error(`The design ${file}: ${problem}.`),
  );
}

/** The program's arguments for a level without arguments of its own. */
export function argumentOf(factor: string, level: Level): Record<string, Level> {
  if (factor === NODES) return {};
  return { [factor === BATCH ? "localBatchSize" : factor]: level };
}

function checkLevels({ name, levels }: Factor, file: string): void {
  const all = levels.map(({ level }) => level);
  const double = all.find((level, index) => all.indexOf(level) !== index);
  if (all.length === 0) throw new Error(`${file} gives the factor ${name} no level: name at least one.`);
  if (double !== undefined) throw new Error(`${file} gives the factor ${name} the level ${double} twice.`);
  if (name !== NODES && name !== BATCH) return;
  const wrong = all.find((level) => !Number.isInteger(level) || Number(level) < 1);
  if (wrong !== undefined) {
    throw new Error(`${file} gives the factor ${name} the level ${wrong}: it needs whole numbers from 1.`);
  }
}

/** The number of nodes of a run with these levels; 1 if nodes are not a factor. */
export function nodesOfLevels(levels: PlannedRun["levels"]): number {
  return Number(levels[NODES] ?? 1);
}

/** The program's arguments for a run. */
export function argumentsOfRun(
  { factors, arguments: common, ownSeeds }: Design,
  { levels, replicate }: Pick<PlannedRun, "levels" | "replicate">,
): ArgumentValues {
  const ofLevels = factors.map(({ name, levels: all }) => all.find(({ level }) => level === levels[name])?.arguments);
  return Object.assign({}, common, ...ofLevels, ownSeeds ? { [SEED]: replicate } : {}) as ArgumentValues;
}

/** Levels in words: `efficientnetb0, sync, batch 8, nodes 2`. */
export function levelsInWords(levels: PlannedRun["levels"]): string {
  return Object.entries(levels)
    .map(([name, level]) => (typeof level === "number" ? `${name} ${level}` : level))
    .join(", ");
}
