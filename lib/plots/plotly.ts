import { existsSync } from "node:fs";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";
import type { Figure } from "./figure";

/** The kinds of traces that figures have; those in three dimensions are large, and few figures have them. */
export const traceTypes = { flat: ["bar", "heatmap", "scatter"], spatial: ["scatter3d", "surface"] } as const;

/** All kinds of traces that a page can draw. */
export const drawnTypes: readonly string[] = [...traceTypes.flat, ...traceTypes.spatial];

/** What browsers run to draw figures, in pages and in JupyterLab: the files of JupyterLab's extension, which set-up installs. */
export const browserFolder = join(workbookRoot, "jupyter", "labextensions", "parallel-training-figures", "static");

/** Where set-up writes what it makes of plotly.js. */
export const plotlyFolder = join(workbookRoot, ".workbook", "plotly");

/** The two builds of plotly.js that set-up makes (see setup/bundle-plotly.mjs), with the kinds of traces that each of them draws. */
export const plotlyBuilds = {
  flat: { file: join(plotlyFolder, "plotly.min.js"), types: traceTypes.flat },
  spatial: { file: join(plotlyFolder, "plotly-3d.min.js"), types: [...traceTypes.flat, ...traceTypes.spatial] },
};

/** How a figure in JSON has a trace in three dimensions. Pages of notebooks and the website look for the same. */
const spatialTrace = new RegExp(`"type":"(?:${traceTypes.spatial.join("|")})"`);

/**
 * The file with the smaller build of plotly.js that draws all of a page's figures.
 * @param text The page, or its figures, with the figures as JSON without spaces.
 * @throws one line when set-up has not made it.
 */
export function plotlyFor(text: string): string {
  const { file } = spatialTrace.test(text) ? plotlyBuilds.spatial : plotlyBuilds.flat;
  if (!existsSync(file)) throw new Error(`${file} is missing, and it draws the figures: run \`./workbook setup\`.`);
  return file;
}

/** Why no build of plotly.js draws a figure; undefined where one does. plotly.js would draw an unknown trace as something else. */
export function whyNotDrawn({ data }: Figure): string | undefined {
  const at = data.findIndex(({ type = "scatter" }) => !drawnTypes.includes(type));
  if (at < 0) return undefined;
  return `Trace ${at + 1} of ${data.length} is of type "${data[at].type}", and pages only draw ${drawnTypes.join(", ")}`;
}

/** @throws one line when no build of plotly.js draws the figure */
export function requireDrawn(figure: Figure): void {
  const reason = whyNotDrawn(figure);
  if (reason === undefined) return;
  throw new Error(
    `${reason}: take one of these, or add the type to traceTypes in lib/plots/plotly.ts and run \`./workbook setup\`.`,
  );
}
