import type { Level } from "../observations";
import { argumentOf } from "./design";
import type { Design } from "./schema";

/**
 * A design with other levels of some factors, for what follows up an experiment: the same runs elsewhere.
 * @param name Of its own: runs of two designs are not one experiment.
 * @param levels By factor; a level that the design does not have has to be a number.
 * @throws one line for a factor that the design does not have, and for a new level that is no number.
 */
export function withLevels(design: Design, name: string, levels: Readonly<Record<string, readonly Level[]>>): Design {
  const unknown = Object.keys(levels).find((factor) => !design.factors.some((own) => own.name === factor));
  if (unknown !== undefined) {
    const names = design.factors.map((factor) => factor.name).join(", ");
    throw new Error(`The design ${design.name} has no factor ${unknown}: it has ${names}.`);
  }
  const factors = design.factors.map((factor) => {
    const wanted = levels[factor.name] ?? factor.levels.map(({ level }) => level);
    return {
      name: factor.name,
      levels: wanted.map((level) => {
        const own = factor.levels.find((each) => each.level === level);
        if (own) return own;
        if (typeof level === "number") return { level, arguments: argumentOf(factor.name, level) };
        const known = factor.levels.map((each) => each.level).join(", ");
        throw new Error(`The design ${design.name} does not say what ${factor.name} ${level} is: it has ${known}.`);
      }),
    };
  });
  return { ...design, name, factors };
}
