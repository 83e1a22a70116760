import type { Figure } from "./figure";
import { whyNotDrawn } from "./plotly";

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
export function show(figure: Figure): void {
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
 * The formats of a figure: plotly's JSON for JupyterLab's renderer; a script for exported HTML and slides, whose page loads
 * plotly.js once; and a line of text. JupyterLab draws any trace; where pages do not, they say so in the figure's place.
 */
export function figureBundle(figure: Figure): MimeBundle {
  const { data, layout, config = { displaylogo: false, responsive: true } } = figure;
  const spec = { data, layout, config };
  const id = `plotly-${process.pid}-${Date.now().toString(36)}-${++displays}`;
  const json = JSON.stringify(spec).replaceAll("<", "\\u003c"); // no text in it can end the script
  const title = titleOf(figure);
  const reason = whyNotDrawn(figure);
  const drawn =
    `<div id="${id}" class="plotly-figure" style="height:${Number(layout.height ?? 450)}px"></div>` +
    `<script>(function(){var figure=${json},place=document.getElementById("${id}");` +
    `if(window.Plotly)window.Plotly.newPlot(place,figure.data,figure.layout,figure.config);` +
    `else place.textContent="This figure needs plotly.js: open the exported page.";})()</script>`;
  const html = reason === undefined ? drawn : `<p>${escapeHtml(reason)}. JupyterLab shows this figure.</p>`;
  return {
    data: { "application/vnd.plotly.v1+json": spec, "text/html": html, "text/plain": `Figure: ${title}` },
    metadata: {},
    transient: {},
  };
}

/** A figure's title, or its number of traces. */
function titleOf({ data, layout }: Figure): string {
  const { title } = layout;
  const text = typeof title === "string" ? title : title?.text;
  return text?.replace(/<[^>]*>/g, " ") ?? `${data.length} traces`;
}

/** Escapes text for HTML, between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
