import { figureBundle } from "../plots/display";
import type { Figure } from "../plots/figure";
import { escapeHtml, rowsHtml } from "../plots/table";
import type { Rows } from "../system/rows";

/** A section of the report, with its HTML in order. */
export interface Section {
  /** Of its heading, for links. */
  id: string;
  title: string;
  parts: string[];
}

/** Sections with their headings, after a list of links to them. */
export function sectionsHtml(sections: readonly Section[]): string[] {
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return [
    `<nav aria-label="Sections"><ol>${links.join("")}</ol></nav><main>`,
    ...sections.map(
      ({ id, title, parts }) =>
        `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>\n${parts.join("\n")}\n</section>`,
    ),
    "</main>",
  ];
}

export const heading = (text: string): string => `<h3>${escapeHtml(text)}</h3>`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** What stands out, or is missing: one line. */
export const note = (text: string): string => `<p class="note">${escapeHtml(text)}</p>`;

export function list(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
}

/** Names with their values; those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, ...values: (string | undefined)[]])[]): string {
  const lines = rows
    .filter(([, ...values]) => values.some((value) => value !== undefined && value !== ""))
    .map(
      ([name, ...values]) =>
        `<tr><th scope="row">${escapeHtml(name)}</th>${values.map((value) => `<td>${escapeHtml(value ?? "–")}</td>`).join("")}</tr>`,
    );
  return `<table class="facts"><tbody>${lines.join("")}</tbody></table>`;
}

/**
 * A table that scrolls by itself where the page is too narrow for it.
 * @param options.sorts Whether a click on a column's name sorts it.
 */
export function table(rows: Rows, caption?: string, { sorts = false } = {}): string {
  return `<div class="wide${sorts ? " sorts" : ""}">${rowsHtml(rows, caption)}</div>`;
}

export function code(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** What is shown when somebody asks for it. @param options.heavy Not on paper either, unless it was asked for. */
export function folded(summary: string, html: string, { heavy = false } = {}): string {
  return `<details${heavy ? ' class="heavy"' : ""}><summary>${escapeHtml(summary)}</summary>${html}</details>`;
}

/** A link that saves a file which is in the page. */
export function download(text: string, file: string, type: string, contents: string): string {
  const url = `data:${type};charset=utf-8,${encodeURIComponent(contents)}`;
  return `<p><a download="${escapeHtml(file)}" href="${url}">${escapeHtml(text)}</a></p>`;
}

/** A figure with its title as its name for those who do not see it; the page's script draws it when it comes into view. */
export function picture(figure: Figure): string {
  const { data } = figureBundle(figure);
  const title = String(data["text/plain"]).replace(/\s+/g, " ").trim();
  const spec = JSON.stringify(data["application/vnd.plotly.v1+json"]).replaceAll("<", "\\u003c"); // ends no script
  return (
    `<figure aria-label="${escapeHtml(title)}"><div class="plotly-figure" style="height:${figure.layout.height ?? 450}px"></div>` +
    `<script type="application/json">${spec}</script></figure>`
  );
}

/** What `make` gives; where the data do not suffice, why, in one line. */
export function orWhy(what: string, make: () => string | readonly string[]): string {
  try {
    const made = make();
    return typeof made === "string" ? made : made.join("\n");
  } catch (error) {
    return note(`${what}: ${oneLine(error)}`);
  }
}

/** The same for a figure. */
export function pictureOrWhy(what: string, make: () => Figure): string {
  return orWhy(what, () => picture(make()));
}

export function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, " ");
}

export const pageStyle = `
body{padding:0 1em;line-height:1.45}
h2{margin-top:2em;border-bottom:1px solid #bbb;padding-bottom:.2em}
nav ol{columns:2;padding-left:1.4em}
a{color:#0058a3}
table{border-collapse:collapse;margin:.8em 0;font-size:.92em;font-variant-numeric:tabular-nums}
caption{padding-bottom:.3em}
th,td{border-bottom:1px solid #ddd;vertical-align:top}
.facts th{text-align:left;font-weight:600;padding:.2em 1.2em .2em 0;white-space:nowrap}
.facts td{padding:.2em 1em .2em 0;overflow-wrap:anywhere}
.wide{overflow-x:auto}
.wide th,.wide td{padding:.25em .7em!important}
.packages ul{columns:3;font-size:.85em;padding-left:1.2em}
figure{margin:1.2em 0}
pre{background:#f4f4f4;padding:.8em;overflow-x:auto;font-size:.88em}
.note{border-left:4px solid #d55e00;padding:.2em .8em;background:#fdf3ec}
details{margin:.6em 0}
summary{cursor:pointer}
th button{font:inherit;border:0;background:none;padding:0;cursor:pointer;text-align:inherit;color:inherit}
th button::after{content:" ↕";color:#888}
th[aria-sort=ascending] button::after{content:" ↑"}
th[aria-sort=descending] button::after{content:" ↓"}
@page{size:A4;margin:12mm}
@media print{body{margin:0;max-width:none;font-size:10pt}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}
pre,.wide{overflow:visible;white-space:pre-wrap}.wide table{font-size:.72em}.wide td,.wide th{overflow-wrap:anywhere;padding:.15em .3em!important}nav,th button::after{display:none}}
`;
