import { valueOrReason } from "../experiment/value-or-reason";
import { figureBundle } from "../plots/display";
import type { Figure } from "../plots/figure";
import { escapeHtml } from "../plots/display";
import { rowsHtml } from "../plots/table";
import type { Rows } from "../system/rows";

/** A piece of the page, or several, or none. */
export type Part = string | false | undefined | readonly Part[];

/** A section of the report: its title, then its parts. */
export type Section = readonly [title: string, ...parts: Part[]];

/** Sections with their headings, after a list of links to them. */
export function sectionsHtml(sections: readonly Section[]): string {
  const named = sections.map(([title, ...parts]) => ({
    title: escapeHtml(title),
    id: title.toLowerCase().replaceAll(" ", "-"),
    parts,
  }));
  return joined([
    '<nav aria-label="Sections"><ol>',
    named.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`),
    "</ol></nav><main>",
    named.map(({ id, title, parts }) => [
      `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>`,
      parts,
      "</section>",
    ]),
    "</main>",
  ]);
}

function joined(part: Part): string {
  if (typeof part === "string") return part;
  return part ? part.map(joined).filter(Boolean).join("\n") : "";
}

export const heading = (text: string): string => `<h3>${escapeHtml(text)}</h3>`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** One highlighted line about something unusual or missing. */
export const notice = (text: string): string => `<p class="note">${escapeHtml(text)}</p>`;

export const code = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

export function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
}

/** A table of names and values; names without a value are left out. */
export function factTable(rows: readonly (readonly [name: string, ...values: (string | undefined)[]])[]): string {
  const cells = (values: readonly (string | undefined)[]) =>
    values.map((value) => `<td>${escapeHtml(value ?? "–")}</td>`);
  const lines = rows
    .filter(([, ...values]) => values.some(Boolean))
    .map(([name, ...values]) => `<tr><th scope="row">${escapeHtml(name)}</th>${cells(values).join("")}</tr>`);
  return `<table class="facts"><tbody>${lines.join("")}</tbody></table>`;
}

/** A table that scrolls where the page is too narrow; a click on a column's name sorts it. */
export function table(rows: Rows, caption?: string): string {
  return `<div class="wide">${rowsHtml(rows, caption)}</div>`;
}

/** A part that readers unfold. */
export function folded(summary: string, part: Part): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${joined(part)}</details>`;
}

/** A link that saves a file contained in the page. */
export function download(text: string, file: string, type: string, contents: string): string {
  const url = `data:${type};charset=utf-8,${encodeURIComponent(contents)}`;
  return `<p><a download="${escapeHtml(file)}" href="${url}">${escapeHtml(text)}</a></p>`;
}

/** The result of `make`, or one line that says why the data do not suffice. */
export function partOrReason(what: string, make: () => Part): Part {
  const { value, why } = valueOrReason(make);
  return why === undefined ? value : notice(`${what}: ${why}`);
}

/** A figure, or one line that says why there is none. */
export function picture(what: string, make: () => Figure): Part {
  return partOrReason(what, () => String(figureBundle(make()).data["text/html"]));
}
