import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, heightOf, seriesStyle } from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** What was held in the course of a step. */
export interface Held {
  name: string;
  /** When it changed, from 0. */
  at: readonly number[];
  /** What was held from then on. */
  held: readonly number[];
}

/** The quantity of an axis, and its unit if it has one. */
type Quantity = readonly [quantity: string, unit?: string];

/** Beyond so many changes the line is drawn without those that another one follows at once. */
const mostPoints = 2000;

/** What is held over the course of a step, a stepped line for each way. @throws one line when there is none. */
export function heldOverStepFigure(
  title: string,
  ways: readonly Held[],
  { x, y }: { x: Quantity; y: Quantity },
): Figure {
  if (ways.length === 0) throw new Error("This figure needs a step, and there is none: give one.");
  const highest = Math.max(...ways.flatMap(({ held }) => held));
  return figure(
    title,
    ways.map((way, index) => {
      const { colour, dash } = seriesStyle(index);
      const { name, at, held } = thinned(way);
      return {
        ...scatter("lines", name),
        x: [...at],
        y: [...held],
        line: { color: colour, dash, width: 2, shape: "hv" as const },
        hovertemplate: "%{y:.4s}",
      };
    }),
    {
      height: heightOf(340),
      xaxis: axis(x[0], x[1], { rangemode: "tozero" }),
      yaxis: axis(y[0], y[1], { range: [0, 1.08 * highest] }),
    },
  );
}

/** Keeps of neighbouring changes the one that holds the most, so that no peak is lost. */
function thinned({ name, at, held }: Held): Held {
  const group = Math.ceil(at.length / mostPoints);
  if (group <= 1) return { name, at, held };
  const kept = Array.from({ length: Math.ceil(at.length / group) }, (_, index) => {
    const places = Array.from({ length: Math.min(group, at.length - index * group) }, (_, k) => index * group + k);
    return places.reduce((most, place) => (held[place] > held[most] ? place : most));
  });
  return { name, at: kept.map((place) => at[place]), held: kept.map((place) => held[place]) };
}

/** A chain's inputs that are kept, by segments. @param ways What is kept after each event of a step; one layer a segment keeps all. */
export const heldInputsFigure = (
  layers: number,
  ways: readonly { segment: number; held: readonly number[] }[],
): Figure =>
  heldOverStepFigure(
    `A chain of ${layers} layers: inputs that are kept in the course of a step`,
    ways.map(({ segment, held }) => ({
      name: segment === 1 ? "all kept" : `segments of ${segment}`,
      at: held.map((_, event) => event + 1),
      held,
    })),
    { x: ["Event of the step"], y: ["Inputs kept"] },
  );

/** Chains that were measured, in megabytes and milliseconds. @param chains Each with its name. */
export const chainFigure = (
  title: string,
  chains: readonly (readonly [string, { seconds: number[]; bytes: number[] }])[],
): Figure =>
  heldOverStepFigure(
    title,
    chains.map(([name, { seconds, bytes }]) => ({
      name,
      at: seconds.map((each) => 1e3 * each),
      held: bytes.map((each) => each / 1e6),
    })),
    { x: ["Time since the step began", "ms"], y: ["Memory above rest", "MB"] },
  );
