import type { Annotation, Data, Layout, Scene } from "plotly.js-dist";
import type { Observation } from "../../experiment/observations";
import { levelText, percent, remarks, responseTitle } from "./text";
import { configuration, curveLooks, curvesOf, numbers, severalNodes, wholeNumbers } from "./time-models";
import type { Curve, TimeCurves } from "./time-models";
import type { Figure } from "../figure";
import { colours, ink, notedFigure } from "../theme";
import { textAnnotation } from "../traces";

/** A scene's name in traces and in the layout. */
type SceneName = "scene" | "scene2" | "scene3";
const sceneNames: readonly SceneName[] = ["scene", "scene2", "scene3"];

/** Larger is darker, also in print: from light blue to Okabe and Ito's blue. */
const shades: [number, string][] = [
  [0, "#DCEBF5"],
  [0.5, colours.sky],
  [1, colours.blue],
];
const samples = 24;
/** In pixels. */
const sceneHeight = 310;

/**
 * Models of time as surfaces over batch and nodes, in scenes that can be turned, with the measured runs as dots. A dot's stem
 * shows its distance from the surface. A static picture shows the scenes from their first viewpoint.
 * @param observations Of one model and one mode; those on more than one node are shown.
 * @throws one line when there are no observations on several nodes, or no model.
 */
export function timeSurfaceFigure(
  observations: readonly Observation[],
  curves: TimeCurves,
  options: { label?: string } = {},
): Figure {
  const measured = severalNodes(observations);
  const shown = curvesOf(curves, measured);
  const [batches, counts] = [numbers(measured, "batch"), numbers(measured, "nodes")];
  const seconds = shown.flatMap((curve) => surfaceOf(curve, batches, counts).z.flat());
  const ends: [number, number] = [
    Math.min(0, ...seconds),
    1.05 * Math.max(...seconds, ...measured.map((run) => run.seconds)),
  ];
  const scenes = shown.map((_, index) => [sceneNames[index], sceneOf(index, shown.length, { batches, counts, ends })]);
  return notedFigure(
    titleOf(measured, shown),
    remarks(
      configuration(measured, options.label),
      `height: ${responseTitle(measured).toLowerCase()} in s`,
      "dots: measured",
    ),
    shown.flatMap((curve, index) => [
      surfaceTrace(surfaceOf(curve, batches, counts), curve, sceneNames[index], ends),
      stemsTrace(measured, curve, sceneNames[index]),
      dotsTrace(measured, sceneNames[index]),
    ]),
    {
      ...(Object.fromEntries(scenes) as Partial<Layout>),
      height: 66 + (shown.length === 1 ? 1.4 : shown.length > 2 ? 2 : 1) * sceneHeight,
      margin: { l: 10, r: 10, t: 66, b: 0 },
      showlegend: false,
      annotations: shown.map(({ kind }, index) => headingOf(curveLooks[kind].name, domainOf(index, shown.length))),
    },
  );
}

interface Surface {
  x: number[];
  y: number[];
  z: number[][];
}

/** A model over batches and nodes, also between the measured batches, because these alone would hide its curvature. */
function surfaceOf({ seconds }: Curve, batches: number[], counts: number[]): Surface {
  const [least, most] = [batches[0], batches[batches.length - 1]];
  // A surface needs some extent, even where a single batch or node count was measured.
  const x = most > least ? wholeNumbers(least, most, samples) : [least, least + 1];
  const y = depth(counts);
  return { x, y, z: y.map((nodes) => x.map((batch) => seconds({ batch, nodes }))) };
}

/** All node counts from the smallest to the largest; where there is one, also the next. */
function depth(counts: number[]): number[] {
  const [least, most] = [counts[0], Math.max(counts[0] + 1, counts[counts.length - 1])];
  return wholeNumbers(least, most, most - least);
}

/** A trace in a scene. The types of plotly.js lack the scene, and what `more` has: a surface's colours, light and lines. */
function inScene(scene: SceneName, trace: Data, more = {}): Data {
  return Object.assign({ scene, ...more }, trace);
}

function surfaceTrace({ x, y, z }: Surface, { kind }: Curve, scene: SceneName, ends: [number, number]): Data {
  const lines = { show: true, color: "#888888", width: 1 };
  const steps = (values: number[]) => ({
    start: values[0],
    end: values[values.length - 1],
    size: (values[values.length - 1] - values[0]) / 6,
  });
  return inScene(
    scene,
    {
      type: "surface",
      name: curveLooks[kind].name,
      x,
      y,
      z,
      colorscale: shades,
      showscale: false,
      opacity: 0.85,
      hovertemplate: "batch %{x:.0f}, %{y:.1f} nodes: %{z:,.4~g} s",
    },
    {
      cmin: Math.max(0, ends[0]),
      cmax: ends[1],
      lighting: { ambient: 0.9, diffuse: 0.3, specular: 0 },
      contours: { x: { ...lines, ...steps(x) }, y: { ...lines, ...steps(y) } },
    },
  );
}

/** From each measured run to the surface. */
function stemsTrace(measured: Observation[], { seconds }: Curve, scene: SceneName): Data {
  const plans = measured.map(({ levels }) => ({ batch: Number(levels.batch), nodes: Number(levels.nodes) }));
  return inScene(scene, {
    type: "scatter3d",
    mode: "lines",
    x: plans.flatMap(({ batch }) => [batch, batch, null]),
    y: plans.flatMap(({ nodes }) => [nodes, nodes, null]),
    z: plans.flatMap((plan, run) => [measured[run].seconds, seconds(plan), null]),
    line: { color: colours.vermilion, width: 6 },
    hoverinfo: "skip",
  });
}

function dotsTrace(measured: Observation[], scene: SceneName): Data {
  return inScene(scene, {
    type: "scatter3d",
    mode: "markers",
    name: "measured",
    x: measured.map(({ levels }) => Number(levels.batch)),
    y: measured.map(({ levels }) => Number(levels.nodes)),
    z: measured.map(({ seconds }) => seconds),
    marker: { symbol: "circle", size: 4, color: colours.vermilion, line: { color: ink, width: 1 } },
    hovertemplate: "measured, batch %{x}, %{y} nodes: %{z:,.5~g} s",
  });
}

function sceneOf(
  index: number,
  count: number,
  { batches, counts, ends }: { batches: number[]; counts: number[]; ends: [number, number] },
): Partial<Scene> {
  const plain = { tickfont: { size: 11 }, gridcolor: "#DDDDDD", linecolor: ink, showspikes: false };
  const named = (text: string) => ({ ...plain, title: { text, font: { size: 12 } } });
  const nodeTicks = counts.length > 1 ? counts : depth(counts);
  return {
    domain: domainOf(index, count),
    aspectmode: "cube",
    camera: { eye: { x: 1.75, y: 1.75, z: 0.9 }, center: { x: 0, y: 0, z: -0.12 } },
    xaxis: { ...named("Batch"), tickvals: batches },
    yaxis: { ...named("Nodes"), tickvals: nodeTicks },
    zaxis: { ...named(""), range: ends, tickvals: ticksAbove(ends[1]), tickformat: "," },
  };
}

/** Round numbers up to `most`, without 0, which would cover the ticks of the floor. */
function ticksAbove(most: number): number[] {
  const decade = 10 ** Math.floor(Math.log10(most / 6));
  const step = decade * ([1, 2, 5].find((factor) => factor * decade >= most / 6) ?? 10);
  return Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step);
}

/** Two scenes in a row, because the axes of three would have no room in a narrow notebook. */
function domainOf(index: number, count: number): { x: [number, number]; y: [number, number] } {
  const [columns, rows] = [Math.min(2, count), count > 2 ? 2 : 1];
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return { x: [column / columns, (column + 1) / columns], y: [1 - (row + 1) / rows, 1 - row / rows] };
}

function headingOf(text: string, { x, y }: ReturnType<typeof domainOf>): Partial<Annotation> {
  const place = { xref: "paper", yref: "paper", xanchor: "center", yanchor: "top" } as const;
  return textAnnotation(`<b>${text}</b>`, { ...place, x: (x[0] + x[1]) / 2, y: y[1] });
}

/** The measured run that is farthest from a surface. */
function titleOf(measured: Observation[], curves: Curve[]): string {
  const misses = curves.flatMap(({ kind, seconds: model }) =>
    measured.map(({ levels, seconds }) => {
      const plan = { batch: Number(levels.batch), nodes: Number(levels.nodes) };
      return { kind, plan, error: model(plan) / seconds - 1 };
    }),
  );
  const { kind, plan, error } = misses.reduce((worst, miss) =>
    Math.abs(miss.error) > Math.abs(worst.error) ? miss : worst,
  );
  const miss = percent(Math.abs(error));
  const place = `batch ${plan.batch}, ${levelText("nodes", plan.nodes)}`;
  return `Farthest from a run: ${curveLooks[kind].name}, ${miss} too ${error > 0 ? "high" : "low"} (${place})`;
}
