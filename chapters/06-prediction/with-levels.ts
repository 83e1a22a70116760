import type { Level } from "../../lib/experiment/observations";
import { argumentOf } from "../../lib/experiment/design/design";
import type { Design } from "../../lib/experiment/design/schema";

/**
 * A design with other levels of some factors, for an experiment that follows up another one.
 * @param name A new name, because runs of two designs are not one experiment.
 * @param levels New levels by factor. A level that the design does not have must be a number.
 * @throws one line for a factor that the design does not have, or for a new level that is not a number.
 */
export function withLevels(design: Design, name: string, levels: Readonly<Record<string, readonly Level[]>>): Design {
  const unknown = Object.keys(levels).find((factor) => !design.factors.some(({ name: known }) => known === factor));
  if (unknown !== undefined) {
    const names = design.factors.map((factor) => factor.name).join(", ");
    throw new Error(`The design ${design.name} has no factor ${unknown}: it has ${names}.`);
  }
  const factors = design.factors.map((factor) => {
    const newLevels = levels[factor.name] ?? factor.levels.map(({ level }) => level);
    return {
      name: factor.name,
      levels: newLevels.map((level) => {
        const existing = factor.levels.find((known) => known.level === level);
        if (existing) return existing;
        if (typeof level === "number") return { level, arguments: argumentOf(factor.name, level) };
        const names = factor.levels.map((known) => known.level).join(", ");
        throw new Error(`The design ${design.name} does not say what ${factor.name} ${level} is: it has ${names}.`);
      }),
    };
  });
  return { ...design, name, factors };
}
