import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { figureBundle } from "./display";
import type { Figure } from "./figure";

const load = createRequire(__filename);

/**
 * A page of figures that needs no network and no server: plotly.js is in it (about 4 MB). They can be zoomed, and hovering
 * shows values.
 * @param parts What stands on the page, in order: figures, and pieces of HTML such as `tableHtml` makes.
 */
export function figurePage(title: string, parts: readonly (Figure | string)[]): string {
  const plotly = readFileSync(load.resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
  const body = parts.map((part) => (typeof part === "string" ? part : String(figureBundle(part).data["text/html"])));
  const name = title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>`,
    "<style>body{font-family:Open Sans,Helvetica,Arial,sans-serif;color:#222;margin:1.5em auto;max-width:70em}</style>",
    `<script>${plotly}</script></head><body><h1>${name}</h1>`,
    ...body,
    "</body></html>\n",
  ].join("\n");
}
