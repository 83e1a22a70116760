import { levelsAmong, type Cell, type Level, type Observation } from "../../experiment/observations";
import { modelName } from "../scaling/series";
import { seriesStyle, type SeriesStyle } from "../theme";
import { counted } from "../../system/words";

/** A level of a factor in words: "ResNet50", "sync", "batch 32", "2 nodes". */
export function levelText(factor: string, level: Level): string {
  if (factor === "model") return modelName(String(level));
  if (factor === "mode") return String(level);
  if (factor === "nodes") return counted(Number(level), "node");
  return `${factor} ${level}`;
}

/** Levels in words, those of all factors or of some: "ResNet50, sync, batch 32, 2 nodes". */
export function levelsText(levels: Readonly<Record<string, Level>>, factors = Object.keys(levels)): string {
  return factors.map((factor) => levelText(factor, levels[factor])).join(", ");
}

/** A factor's name on an axis. */
export function factorTitle(factor: string): string {
  if (factor === "batch") return "Batch (images)";
  return factor.charAt(0).toUpperCase() + factor.slice(1);
}

/** The quantity that observations measure, in seconds. @throws one line when they cover different numbers of epochs. */
export function responseTitle(observations: readonly Observation[]): string {
  const epochs = [...new Set(observations.map((observation) => observation.epochs))];
  if (epochs.length > 1) {
    const counts = epochs.sort((a, b) => a - b).join(" and ");
    throw new Error(`These times cover ${counts} epochs and do not compare: pass observations of one response.`);
  }
  return epochs[0] === 1 ? "Time per epoch" : `Time of ${epochs[0]} epochs`;
}

/** In the order of figures. */
const modes: Level[] = ["sync", "accumulate"];

/** A mode's look, which does not depend on the order of the observations. */
export function modeStyle(mode: Level): SeriesStyle {
  return seriesStyle(modes.includes(mode) ? modes.indexOf(mode) : modes.length);
}

/** The levels of a factor in the order of figures: of the modes, sync comes first. */
export function levelsInOrder(observations: readonly Observation[], factor: string): Level[] {
  const levels = levelsAmong(observations, factor);
  if (factor !== "mode") return levels;
  return [...modes.filter((mode) => levels.includes(mode)), ...levels.filter((mode) => !modes.includes(mode))];
}

/**
 * Refuses observations that a figure would mix: they must not differ in any other factor than these.
 * @throws one line that names the factor, and one line when there is no observation.
 */
export function refuseMixtures(observations: readonly Observation[], factors: readonly string[]): void {
  if (observations.length === 0) {
    throw new Error("This figure needs observations of an experiment, and there are none: run its design first.");
  }
  const missing = factors.find((factor) => observations.some(({ levels }) => levels[factor] === undefined));
  if (missing !== undefined) {
    const has = Object.keys(observations[0].levels).join(", ");
    throw new Error(`The figure needs the factor "${missing}", and an observation has none; its factors are ${has}.`);
  }
  for (const factor of new Set(observations.flatMap(({ levels }) => Object.keys(levels)))) {
    const levels = levelsAmong(observations, factor);
    if (factors.includes(factor) || levels.length < 2) continue;
    throw new Error(
      `The observations differ in ${factor} (${levels.join(", ")}), which the figure would mix: pass those of one level.`,
    );
  }
}

/** A ratio for a title: "5.44", "12". */
export function times(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

/** A share in percent with two significant digits: "0.84 %", "37 %". */
export function percent(share: number): string {
  const digits = Math.abs(share) < 0.0995 ? (Math.abs(share) < 0.00995 ? 2 : 1) : 0;
  return `${(100 * share).toFixed(digits).replace("-", "−")} %`;
}

/** Sorts by levels, factor by factor: numbers ascending, names in the order of their first occurrence. */
export function byLevels(
  all: readonly Pick<Cell, "levels">[],
): (a: Pick<Cell, "levels">, b: Pick<Cell, "levels">) => number {
  const place = (factor: string, level: Level): number =>
    typeof level === "number" ? level : all.findIndex(({ levels }) => levels[factor] === level);
  return (a, b) => {
    const differing = Object.keys(a.levels).find((factor) => a.levels[factor] !== b.levels[factor]);
    if (differing === undefined) return 0;
    return place(differing, a.levels[differing]) - place(differing, b.levels[differing]);
  };
}

/** Seconds with five significant digits. */
export function secondsText(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 5 });
}

/** The note below a figure's title: all remarks that are not empty. */
export function remarks(...all: (string | undefined)[]): string {
  return all.filter(Boolean).join("; ");
}
