import { readFileSync } from "node:fs";
import { escapeHtml, figureBundle } from "./display";
import type { Shown } from "./figure";
import { plotlyFor, requireDrawn } from "./plotly";

/** Options of a page. */
interface PageOptions {
  /** Rules of CSS, after the page's own. */
  style?: string;
}

/**
 * A page of figures that needs no network and no server, because it contains plotly.js (1.1 MB, or 1.7 MB with three dimensions). Figures can be zoomed,
 * and hovering shows values.
 * @param parts Figures and pieces of HTML, such as those of `tableHtml`, in order.
 */
export function figurePage(
  title: string,
  parts: readonly (Shown | string)[],
  { style = "" }: PageOptions = {},
): string {
  for (const part of parts) if (typeof part !== "string" && "data" in part) requireDrawn(part);
  const body = parts.map((part) => (typeof part === "string" ? part : String(figureBundle(part).data["text/html"])));
  const plotly = readFileSync(plotlyFor(body.join()), "utf8");
  const name = escapeHtml(title);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">',
    `<style>body{font-family:Open Sans,Helvetica,Arial,sans-serif;color:#222;margin:1.5em auto;max-width:70em}${style}</style>`,
    `<script>${plotly}</script></head><body><h1>${name}</h1>`,
    ...body,
    "</body></html>\n",
  ].join("\n");
}
