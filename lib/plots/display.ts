import type { Figure, Shown } from "./figure";
import { numbersOf, titleOf } from "./numbers";
import { whyNotDrawn } from "./plotly";
import { figureConfig, fontFamily } from "./theme";

/** One output in several formats, by MIME type; a front end shows the richest one that it supports. */
interface MimeBundle {
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  transient: { display_id?: string };
}

type Display = (bundle: MimeBundle, update: boolean) => void;

/** The key under which the course kernel (kernel/main.ts) provides its display function. */
const displayKey = Symbol.for("parallel-training.display");

let displays = 0;

/**
 * Shows a figure below the notebook cell that calls it. It can be zoomed, and hovering shows values.
 * @throws outside of a notebook, where `saveFigure` writes it to a file instead.
 */
export function show(figure: Shown): void {
  display(figureBundle(figure));
}

/** A figure that can be replaced after it is shown. */
export interface LiveFigure {
  /** Replaces the figure. */
  update(figure: Figure): void;
}

/** Shows a figure that changes: `live.update(figure)` draws it again in the same place, also from later cells. */
export function showLive(figure: Figure): LiveFigure {
  const transient = { display_id: `parallel-training-${process.pid}-${++displays}` };
  display({ ...figureBundle(figure), transient });
  return {
    update(next) {
      display({ ...figureBundle(next), transient }, true);
    },
  };
}

/** Shows HTML below the notebook cell that calls it; front ends without HTML show `text`. */
export function showHtml(html: string, text = "HTML"): void {
  display({ data: { "text/html": html, "text/plain": text }, metadata: {}, transient: {} });
}

/** Whether this process runs notebook cells. */
export function inNotebook(): boolean {
  return displayOfKernel() !== undefined;
}

function displayOfKernel(): Display | undefined {
  return (globalThis as { [displayKey]?: Display })[displayKey];
}

function display(bundle: MimeBundle, update = false): void {
  const kernelDisplay = displayOfKernel();
  if (!kernelDisplay) {
    throw new Error(
      "There is no notebook to show this in: the program runs outside of the course kernel. " +
        "Write the figure to a file with saveFigure(figure, file), or run this in a notebook cell.",
    );
  }
  kernelDisplay(bundle, update);
}

/**
 * The formats of a figure: plotly's JSON for JupyterLab's renderer; HTML for pages, whose plotly.js draws it (jupyter/labextensions);
 * and a line of text. JupyterLab draws any trace; where pages do not, they say so in the figure's place. A drawing is SVG everywhere.
 */
export function figureBundle(figure: Shown): MimeBundle {
  const text = `Figure: ${"sheets" in figure ? figure.title : titleOf(figure.layout) || `${figure.data.length} traces`}`;
  const data = { "text/html": figureHtml(figure), "text/plain": text };
  if ("sheets" in figure) return { data, metadata: {}, transient: {} };
  return { data: { "application/vnd.plotly.v1+json": specOf(figure), ...data }, metadata: {}, transient: {} };
}

const specOf = ({ data, layout, config = figureConfig }: Figure): Figure => ({ data, layout, config });

/** A figure for pages, with its title and its main numbers for those who do not see it. */
function figureHtml(figure: Shown): string {
  const look = "margin:1em 0;padding:1px;background:white;color:#222;break-inside:avoid";
  const named = (title: string, more = "") => `<figure role="figure" tabindex="0" aria-label="${escapeHtml(title)}" ${more}style="${look}">`; // prettier-ignore
  if ("sheets" in figure) {
    const sheets = figure.sheets.map(
      ({ svg, width }) => `<div style="flex:1 1 ${Math.min(330, width)}px">${svg}</div>`,
    );
    const caption = `<figcaption style="font:bold 18px ${fontFamily}">${escapeHtml(figure.title)}</figcaption>`;
    const drawn = `<div aria-hidden="true" class="sketch" style="display:flex;flex-wrap:wrap;gap:12px 28px">${sheets.join("")}</div>`;
    return `${named(figure.title)}${caption}${drawn}</figure>`;
  }
  const reason = whyNotDrawn(figure);
  if (reason !== undefined) return `<p>${escapeHtml(reason)}. JupyterLab shows this figure.</p>`;
  const [title, numbers] = [titleOf(figure.layout), numbersOf(figure).map(escapeHtml)];
  const json = JSON.stringify(specOf(figure)).replaceAll("<", "\\u003c"); // no text in it can end the script
  return (
    named(title || `${figure.data.length} traces`, `aria-description="${numbers.join(". ")}" `) +
    `<div aria-hidden="true" class="plotly-figure" style="height:${Number(figure.layout.height ?? 450)}px"></div>` +
    `<script type="application/json">${json}</script>` +
    `<noscript><p>${escapeHtml(title)}</p><ul><li>${numbers.join("</li><li>")}</li></ul></noscript></figure>`
  );
}

/** Escapes text for HTML, between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
