import { mean, sum } from "simple-statistics";
import { cells, type Cell, type Level, type Observation } from "../../experiment/observations";
import { standardErrors } from "../../experiment/statistics";
import { factorTitle, levelsInOrder, levelsText, levelText, modeStyle } from "./text";
import { refuseMixtures, remarks, responseTitle } from "./text";
import type { Figure } from "../figure";
import { axis, heightOf, nameAxis, seriesStyle, shortNumber, type SeriesStyle, notedFigure } from "../theme";
import { lineAndPoints, scatter, type Trace } from "../traces";

const intervalLevel = 0.99;

/** The mean response where factor a has one level and b another. */
interface Corner {
  a: Level;
  b: Level;
  mean: number;
  /** The variance of {@link mean}, in units of the runs' variance: 1/5 for the mean of five runs. */
  variance: number;
}

/** The scatter of runs within their configuration, over all configurations. */
interface Noise {
  variance: number;
  degreesOfFreedom: number;
}

/**
 * The mean response at each level of factor `a`, a line for each level of factor `b`: where the lines are parallel, the
 * factors do not interact. Each mean is over the means of configurations, so that a configuration with more runs does not
 * count more. Combinations of the other factors that lack one of the levels are left out, because lines over different
 * combinations do not compare. Intervals (99 %, Student's t) are from the runs' pooled variance within their configurations.
 * @throws one line when a factor has a single level, or no combination has been measured at all levels of both.
 */
export function interactionFigure(
  observations: readonly Observation[],
  a: string,
  b: string,
  options: { label?: string } = {},
): Figure {
  if (a === b) throw new Error(`An interaction is between two factors, and both are ${a}: name another one.`);
  const factors = [...new Set([a, b, ...observations.flatMap(({ levels }) => Object.keys(levels))])];
  refuseMixtures(observations, factors);
  const [as, bs] = [a, b].map((factor) => severalLevels(observations, factor));
  const others = factors.filter((factor) => factor !== a && factor !== b);
  const groups = cells(observations, others);
  const complete = groups.filter((group) => cells(group.observations, [a, b]).length === as.length * bs.length);
  if (complete.length === 0) {
    const needed = `${a} ${as.join(", ")} and ${b} ${bs.join(", ")}`;
    throw new Error(`No configuration was measured at all of ${needed}: pass observations of levels that were.`);
  }
  const measured = complete.flatMap((group) => group.observations);
  const noise = noiseOf(measured);
  const corners = as.flatMap((first) =>
    bs.map((second) => cornerOf(complete, { [a]: first, [b]: second }, first, second)),
  );
  const reaches = corners.map((corner) => reachOf(corner.variance, noise) ?? 0);
  const ends = corners.flatMap((corner, at) => [corner.mean - reaches[at], corner.mean + reaches[at]]);
  const names = bs.map((second) => levelText(b, second));
  const note = remarks(
    options.label,
    restText(complete, others),
    complete.length < groups.length ? `${groups.length - complete.length} that lack a level are left out` : "",
    noise ? "99 % intervals" : "one replicate of each configuration, so no intervals",
  );
  return notedFigure(
    titleOf(corners, noise, a, b),
    note,
    bs.map((second, index) => {
      const style = b === "mode" ? modeStyle(second) : seriesStyle(index);
      // Side by side, so that all intervals show.
      const shift = 0.03 * (index - (bs.length - 1) / 2);
      return lineOf(
        corners.filter((corner) => corner.b === second),
        as,
        noise,
        { name: names[index], shift, style },
      );
    }),
    {
      height: heightOf(330),
      showlegend: true,
      xaxis: nameAxis(
        factorTitle(a),
        as.map((first) => (a === "model" ? levelText(a, first) : String(first))),
      ),
      yaxis: axis(responseTitle(measured), "s", {
        range: [Math.min(0, ...ends), 1.08 * Math.max(...ends)],
        tickformat: ",",
      }),
    },
  );
}

function severalLevels(observations: readonly Observation[], factor: string): Level[] {
  const levels = levelsInOrder(observations, factor);
  if (levels.length > 1) return levels;
  throw new Error(
    `All observations have ${levelText(factor, levels[0])}: an interaction needs two levels of ${factor}.`,
  );
}

/** The mean over all combinations of the other factors, each with equal weight. */
function cornerOf(complete: Cell[], levels: Cell["levels"], a: Level, b: Level): Corner {
  const runs = complete.map((group) =>
    group.observations
      .filter((run) => Object.entries(levels).every(([factor, level]) => run.levels[factor] === level))
      .map(({ seconds }) => seconds),
  );
  return { a, b, mean: mean(runs.map(mean)), variance: sum(runs.map(({ length }) => 1 / length)) / runs.length ** 2 };
}

/** The pooled variance of runs within their configurations; undefined where no configuration has two runs. */
function noiseOf(observations: readonly Observation[]): Noise | undefined {
  const groups = cells(observations).map((cell) => cell.observations.map(({ seconds }) => seconds));
  const degreesOfFreedom = sum(groups.map(({ length }) => length - 1));
  if (degreesOfFreedom === 0) return undefined;
  const squares = groups.map((seconds) => sum(seconds.map((value) => (value - mean(seconds)) ** 2)));
  return { variance: sum(squares) / degreesOfFreedom, degreesOfFreedom };
}

/** How far an interval reaches to either side, in seconds. */
function reachOf(variance: number, noise: Noise | undefined): number | undefined {
  if (!noise) return undefined;
  return standardErrors(noise.degreesOfFreedom, intervalLevel) * Math.sqrt(variance * noise.variance);
}

function lineOf(
  corners: Corner[],
  as: Level[],
  noise: Noise | undefined,
  { name, shift, style }: { name: string; shift: number; style: SeriesStyle },
): Trace {
  const reaches = corners.flatMap(({ variance }) => reachOf(variance, noise) ?? []);
  return {
    ...scatter("lines+markers", name),
    x: corners.map(({ a }) => as.indexOf(a) + shift),
    y: corners.map((corner) => corner.mean),
    ...lineAndPoints(style, 9),
    ...(reaches.length > 0 && {
      error_y: { type: "data", array: reaches, color: style.colour, thickness: 2, width: 8 },
    }),
    cliponaxis: false,
    hovertemplate: `${name}: %{y:,.5~g} s<extra></extra>`,
  };
}

/** The only combination of the other factors, or the number of combinations that the means are over. */
function restText(complete: Cell[], others: string[]): string {
  if (complete.length > 1) return `means over ${complete.length} combinations of ${others.join(", ")}`;
  return levelsText(complete[0].levels);
}

/** From the first to the last level of a: the largest and the smallest change, and whether they differ beyond chance. */
function titleOf(corners: Corner[], noise: Noise | undefined, a: string, b: string): string {
  const [from, to] = [corners[0].a, corners[corners.length - 1].a];
  const changes = corners
    .filter((corner) => corner.a === from)
    .map((start) => {
      const end = corners.find((corner) => corner.a === to && corner.b === start.b) ?? start;
      return { b: start.b, seconds: end.mean - start.mean, variance: start.variance + end.variance };
    })
    .sort((one, other) => other.seconds - one.seconds);
  const [most, least] = [changes[0], changes[changes.length - 1]];
  const texts = [most, least].map(({ b: second, seconds }) => `${signed(seconds)} s with ${levelText(b, second)}`);
  const reach = reachOf(most.variance + least.variance, noise);
  const verdict =
    reach === undefined ? "" : most.seconds - least.seconds > reach ? ": they interact" : ": no interaction shown";
  const span = a === "nodes" ? `${from} to ${levelText(a, to)}` : `${levelText(a, from)} to ${levelText(a, to)}`;
  return `${span}: ${texts.join(", ")}${verdict}`;
}

function signed(seconds: number): string {
  return `${seconds < 0 ? "−" : "+"}${shortNumber(Math.abs(seconds))}`;
}
