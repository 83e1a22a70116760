import { sum } from "simple-statistics";
import type { Figure } from "./figure";
import { shortNumber } from "./theme";

/** Beyond so many points, a series is told by its ends; beyond so many series, the rest is only counted. */
const [mostPoints, mostSeries] = [8, 12];

/** A trace as far as it has numbers. Figures of submissions come here, too: a field may hold anything. */
interface Trace {
  type?: unknown;
  name?: unknown;
  x?: unknown;
  y?: unknown;
  z?: unknown;
  hoverinfo?: unknown;
  orientation?: unknown;
  xaxis?: unknown;
  yaxis?: unknown;
}

/** What a figure says in words, for those who do not see it: its axes, then a line for each series with its main numbers. */
export function numbersOf({ data, layout }: Figure): string[] {
  const [across, up] = [titleOf(layout.xaxis), titleOf(layout.yaxis)];
  const axes = across === "" || up === "" ? [] : [`${up} against ${across}`];
  const told = (data as Trace[]).flatMap((trace) => {
    const numbers = trace.hoverinfo === "skip" ? "" : numbersIn(trace, layout);
    return numbers === "" ? [] : [typeof trace.name === "string" ? `${wordsOf(trace.name)}: ${numbers}` : numbers];
  });
  const rest = told.length - mostSeries;
  return [...axes, ...told.slice(0, mostSeries), ...(rest > 0 ? [`and ${rest} more series`] : [])];
}

/** A text without plotly's tags. */
export const wordsOf = (text: string): string => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim(); // prettier-ignore

/** The title of a figure or of an axis; "" for none. */
export function titleOf(part: unknown): string {
  const { title } = (part ?? {}) as { title?: unknown };
  const text = typeof title === "string" ? title : (title as { text?: unknown } | undefined)?.text;
  return typeof text === "string" ? wordsOf(text) : "";
}

function numbersIn(trace: Trace, layout: Record<string, unknown>): string {
  if (Array.isArray(trace.z)) return span(trace.z.flat().filter(Number.isFinite) as number[]);
  const lying = trace.orientation === "h";
  const [places, values] = lying ? [trace.y, trace.x] : [trace.x, trace.y];
  if (!Array.isArray(values)) return "";
  const axis = lying ? trace.yaxis : trace.xaxis;
  const name = typeof axis === "string" ? axis : lying ? "y" : "x";
  const names = namesOn(layout[`${name.charAt(0)}axis${name.slice(1)}`]);
  const points = values.flatMap((value: unknown, at) => {
    const place: unknown = Array.isArray(places) ? places[at] : at + 1;
    return typeof value === "number" && Number.isFinite(value) ? [{ place, value }] : [];
  });
  if (points.length > mostPoints) return `${points.length} points, ${span(points.map(({ value }) => value))}`;
  return points
    .map(({ place, value }) => {
      const known = names(place) ?? (typeof place === "number" ? shortNumber(place) : wordsOf(String(place)));
      return `${shortNumber(value)} at ${known}`;
    })
    .join(", ");
}

function span(values: number[]): string {
  if (values.length === 0) return "";
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]); // prettier-ignore
  return `from ${shortNumber(low)} to ${shortNumber(high)}, mean ${shortNumber(sum(values) / values.length)}`;
}

/** The names that an axis writes at its places. */
function namesOn(axis: unknown): (place: unknown) => string | undefined {
  const { tickvals, ticktext } = (axis ?? {}) as { tickvals?: unknown; ticktext?: unknown };
  if (!Array.isArray(tickvals) || !Array.isArray(ticktext)) return () => undefined;
  return (place) => {
    // Bars and dots of a name stand beside its tick.
    const isBeside = (tick: unknown): boolean => typeof tick === "number" && Math.abs(tick - Number(place)) < 0.5;
    const at = tickvals.includes(place) ? tickvals.indexOf(place) : tickvals.findIndex(isBeside);
    const text = at < 0 ? "" : wordsOf(String(ticktext[at]));
    return text === "" || (tickvals[at] !== place && Number.isFinite(Number(text))) ? undefined : text;
  };
}
