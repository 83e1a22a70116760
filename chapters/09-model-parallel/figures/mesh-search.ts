import type { Data } from "plotly.js-dist";
import type { MeshSizes } from "../mesh-sizes";
import type { Figure } from "../../../lib/plots/figure";
import {
  axis,
  barMarker,
  colours,
  ink,
  heightOf,
  nameAxis,
  seriesStyle,
  shortNumber,
  notedFigure,
} from "../../../lib/plots/theme";
import { textAnnotation, type Trace } from "../../../lib/plots/traces";

/** What a mesh would take. */
interface MeshPoint {
  mesh: MeshSizes;
  /** Of a step. */
  seconds: number;
  /** Of a device. */
  bytes: number;
}

/**
 * The time of a step on every mesh of the same GPUs: `tensor` to the right, `stage` downwards, `data` what is left. Meshes whose devices
 * have too little memory are crossed out; the fastest of the others has a frame.
 * @throws one line when there are no meshes, or none fits.
 */
export function meshSearchFigure(points: readonly MeshPoint[], { memoryBytes }: { memoryBytes: number }): Figure {
  const fitting = points.filter(({ bytes }) => bytes <= memoryBytes);
  if (fitting.length === 0) {
    throw new Error(`None of ${points.length} meshes fits into ${shortNumber(memoryBytes / 1e9)} GB a device: give one that does.`);
  }
  const best = fitting.reduce((one, other) => (other.seconds < one.seconds ? other : one));
  const sizes = (of: "tensor" | "stage"): number[] => [...new Set(points.map(({ mesh }) => mesh[of]))].sort((a, b) => a - b);
  const [tensors, stages] = [sizes("tensor"), sizes("stage")];
  const at = (stage: number, tensor: number): MeshPoint | undefined =>
    points.find(({ mesh }) => mesh.stage === stage && mesh.tensor === tensor);
  // Slower ones are darker; what does not fit is white.
  const slowest = Math.max(...fitting.map(({ seconds }) => seconds));
  const shade = (point?: MeshPoint): number | null =>
    point && point.bytes <= memoryBytes ? Math.log(point.seconds / best.seconds) : null;
  const heat: Data = {
    type: "heatmap",
    x: tensors.map((_, column) => column),
    y: stages.map((_, row) => row),
    z: stages.map((stage) => tensors.map((tensor) => shade(at(stage, tensor)))),
    ...{ zmin: 0, zmax: Math.max(0.1, Math.log(slowest / best.seconds)) },
    colorscale: [[0, "#FFF3D6"], [1, colours.vermilion]],
    ...{ showscale: false, xgap: 3, ygap: 3, hoverinfo: "skip" },
  };
  const words = stages.flatMap((stage, row) =>
    tensors.flatMap((tensor, column) => {
      const point = at(stage, tensor);
      if (!point) return [];
      const fits = point.bytes <= memoryBytes;
      const seconds = `${point.seconds.toFixed(2)} s`;
      const line = fits ? `<b>${seconds}</b>` : `<s>${seconds}</s>`;
      const text = `${line}<br>data ${point.mesh.data}<br>${shortNumber(point.bytes / 1e9)} GB`;
      return [textAnnotation(text, { x: column, y: row, font: { size: 12, color: fits ? ink : "#777777" } })];
    }),
  );
  const frame = { x: tensors.indexOf(best.mesh.tensor), y: stages.indexOf(best.mesh.stage) };
  const { data, stage, tensor } = best.mesh;
  return notedFigure(
    `Fastest of those that fit: data ${data}, stage ${stage}, tensor ${tensor}, ${best.seconds.toFixed(2)} s a step`,
    `Struck out: more than ${shortNumber(memoryBytes / 1e9)} GB on a device`,
    [heat],
    {
      height: 150 + 62 * stages.length,
      margin: { l: 70, r: 20, t: 76, b: 62 },
      showlegend: false,
      xaxis: { ...nameAxis("Devices along tensor", tensors.map(String)), ticks: "" },
      yaxis: { ...nameAxis("Devices along stage", stages.map(String)), ticks: "", range: [stages.length - 0.4, -0.6] },
      annotations: words,
      shapes: [{ type: "rect", x0: frame.x - 0.48, x1: frame.x + 0.48, y0: frame.y - 0.48, y1: frame.y + 0.48, line: { color: ink, width: 3 } }],
    },
  );
} // prettier-ignore

/** Where the seconds of a step go on a mesh. */
interface MeshSeconds {
  /** For example "8 x 2 x 4". */
  name: string;
  compute: number;
  tensor: number;
  bubble: number;
  stage: number;
  data: number;
}

const parts = [
  { part: "compute", name: "computing" },
  { part: "tensor", name: "adding up along tensor" },
  { part: "bubble", name: "bubble" },
  { part: "stage", name: "sending along stage" },
  { part: "data", name: "adding up along data" },
] as const;

/**
 * The parts of a step's time on several meshes, one bar each.
 * @throws one line when there is no mesh.
 */
export function meshSecondsFigure(meshes: readonly MeshSeconds[]): Figure {
  if (meshes.length === 0) throw new Error("This figure compares meshes, and there are none: give it one.");
  const total = (mesh: MeshSeconds): number => parts.reduce((sum, { part }) => sum + mesh[part], 0);
  const totals = meshes.map(total);
  const y = meshes.map((_, at) => at);
  const traces = parts.map(({ part, name }, index): Trace => ({
    ...{ type: "bar", orientation: "h", name, x: meshes.map((mesh) => mesh[part]), y },
    marker: barMarker(seriesStyle(index)),
    hovertemplate: "%{x:.2f} s",
  }));
  const fastest = meshes[totals.indexOf(Math.min(...totals))];
  return notedFigure(`${fastest.name} is the fastest of these: ${Math.min(...totals).toFixed(2)} s a step`, "", traces, {
    height: heightOf(46 * meshes.length + 20),
    margin: { l: 60 },
    barmode: "stack",
    xaxis: axis("Time of a step", "s", { range: [0, 1.1 * Math.max(...totals)] }),
    yaxis: axis("", undefined, { title: { text: "" }, tickvals: y, ticktext: meshes.map(({ name }) => name), range: [meshes.length - 0.4, -0.6], showgrid: false }),
    annotations: totals.map((seconds, at) => textAnnotation(`${seconds.toFixed(2)} s`, { x: seconds, y: at, xanchor: "left", xshift: 6 })),
  });
} // prettier-ignore
