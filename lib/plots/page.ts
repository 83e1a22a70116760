import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { figureBundle } from "./display";
import type { Figure } from "./figure";
import { escapeHtml } from "./table";

const load = createRequire(__filename);

/** Options of a page. */
interface PageOptions {
  /** Rules of CSS, after the page's own. */
  style?: string;
}

/**
 * A page of figures that needs no network and no server, because it contains plotly.js (about 4 MB). Figures can be zoomed,
 * and hovering shows values.
 * @param parts Figures and pieces of HTML, such as those of `tableHtml`, in order.
 */
export function figurePage(
  title: string,
  parts: readonly (Figure | string)[],
  { style = "" }: PageOptions = {},
): string {
  const plotly = readFileSync(load.resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
  const body = parts.map((part) => (typeof part === "string" ? part : String(figureBundle(part).data["text/html"])));
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
