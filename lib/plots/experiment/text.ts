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

/** A factor as an axis names it. */
export function factorTitle(factor: string): string {
  if (factor === "batch") return "Batch (images)";
  return factor.charAt(0).toUpperCase() + factor.slice(1);
}

/** What observations measure, without its unit, which is the second. */
export function responseTitle(observations: readonly Observation[]): string {
  const epochs = [...new Set(observations.map((each) => each.epochs))];
  if (epochs.length > 1) {
    const counts = epochs.sort((a, b) => a - b).join(" and ");
    throw new Error(`These times cover ${counts} epochs and do not compare: pass observations of one response.`);
  }
  return epochs[0] === 1 ? "Time per epoch" : `Time of ${epochs[0]} epochs`;
}

/** In the order in which figures have them. */
const modes: Level[] = ["sync", "accumulate"];

/** The modes' looks: sync is always the first, whatever comes first among the observations. */
export function modeStyle(mode: Level): SeriesStyle {
  return seriesStyle(modes.includes(mode) ? modes.indexOf(mode) : modes.length);
}

/** The levels of a factor as figures order them: of the modes, sync first. */
export function levelsInOrder(observations: readonly Observation[], factor: string): Level[] {
  const among = levelsAmong(observations, factor);
  if (factor !== "mode") return among;
  return [...modes.filter((mode) => among.includes(mode)), ...among.filter((mode) => !modes.includes(mode))];
}

/**
 * Refuses observations that a figure would mix: all of one cell must have the same level of every other factor.
 * @throws one line that names the factor, also when there is no observation.
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

/** A ratio with as many digits as count beside 1: "5.44", "12". */
export function times(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

/** A share in percent with two digits that count: "0.84 %", "37 %". */
export function percent(share: number): string {
  const digits = Math.abs(share) < 0.0995 ? (Math.abs(share) < 0.00995 ? 2 : 1) : 0;
  return `${(100 * share).toFixed(digits).replace("-", "−")} %`;
}

/** Sorts by levels, a factor after the other: numbers from small to large, names in the order in which they come. */
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

/** Seconds with five digits that count. */
export function secondsText(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 5 });
}

/** The note below a figure's title: the remarks that there are. */
export function remarks(...all: (string | undefined)[]): string {
  return all.filter(Boolean).join("; ");
}
