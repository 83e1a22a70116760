import type { Figure } from "../../plots/figure";
import { drawnTypes } from "../../plots/plotly";
import { isObject } from "../intake";

/** The kinds of traces that pages draw: they draw only the figure's own data, and fetch nothing. */
const kinds = new Set<unknown>(drawnTypes);

/** Keys, at any depth, by which plotly loads a picture, a map, or another figure's settings, or runs a command. */
const fetching = new Set(["images", "source", "template", "geo", "map", "mapbox", "updatemenus", "sliders", "src"]);

const mostLevels = 12;

/**
 * A submission's figure without anything that would make plotly fetch something or follow a link.
 * @param spec plotly's JSON, which may be anything.
 * @returns undefined if there is nothing to draw.
 */
export function figureToShow(spec: unknown): Figure | undefined {
  if (!isObject(spec) || !Array.isArray(spec.data) || !isObject(spec.layout)) return undefined;
  const data = spec.data.filter((trace) => isObject(trace) && kinds.has(trace.type ?? "scatter"));
  if (data.length === 0) return undefined;
  return { data: cleaned(data, 0), layout: layoutToShow(spec.layout) } as Figure; // plotly ignores what it does not know
}

/** A layout in which title, height, and width have the types that the page expects; only plotly reads the rest. */
function layoutToShow({ title, height, width, ...layout }: Record<string, unknown>): unknown {
  const text = isObject(title) ? title.text : title;
  return {
    ...(cleaned(layout, 0) as object),
    ...(typeof text === "string"
      ? { title: { ...(cleaned(isObject(title) ? title : {}, 1) as object), text: plain(text) } }
      : {}),
    ...(isSize(height) ? { height } : {}),
    ...(isSize(width) ? { width } : {}),
  };
}

const mostPixels = 4000;
const isSize = (value: unknown): boolean => typeof value === "number" && value > 0 && value <= mostPixels;

function cleaned(value: unknown, level: number): unknown {
  if (level > mostLevels) return undefined;
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map((element) => cleaned(element, level + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !fetching.has(key));
  return Object.fromEntries(entries.map(([key, field]) => [key, cleaned(field, level + 1)]));
}

/** Text that keeps plotly's tags for type styles and escapes every other tag: `<a>` would make links. */
const plain = (text: string): string => text.replace(/<(?!\/?(?:br|b|i|sub|sup)>)/g, "&lt;");
