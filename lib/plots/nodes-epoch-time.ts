import type { Annotations, LayoutAxis, PlotData } from "plotly.js";
import type { NodesPoint } from "../measure/communication";
import type { Figure } from "./figure";
import { halo } from "./scaling-labels";
import { modelName } from "./scaling-series";
import { axis, figure, ink, pointMarker, seriesStyle, short } from "./theme";

/** What a prediction says of a point, as far as the figure shows it. */
export type PredictedPoint = Pick<NodesPoint, "model" | "way" | "localBatchSize" | "nodes" | "epochSeconds">;

/** What else to show. */
export interface NodesFigureOptions {
  /** What stands behind the title: where the runs are from. */
  label?: string;
  /** Drawn as white diamonds. */
  predicted?: PredictedPoint[];
}

/** Pixels: height of a panel, room above all of them, below, and between two rows. */
const panel = { height: 210, top: 118, bottom: 62, gap: 26 };
/** Share of the width between two columns. */
const columnGap = 0.05;

const ways = ["sync", "accumulate"] as const;

/**
 * Time per epoch by number of nodes, `sync` beside `accumulate`: a row of panels for each model, a column for each local
 * batch. Panels of one row share their vertical axis. A panel whose runs are missing stays empty.
 * @throws one line when there are no points.
 */
export function epochTimeByNodesFigure(points: NodesPoint[], options: NodesFigureOptions = {}): Figure {
  if (points.length === 0) throw new Error("This figure needs runs on several nodes, and there are none: measure one.");
  const { label, predicted = [] } = options;
  const models = [...new Set(points.map(({ model }) => model))];
  const batches = [...new Set(points.map(({ localBatchSize }) => localBatchSize))].sort((a, b) => a - b);
  const counts = [...new Set([...points, ...predicted].map(({ nodes }) => nodes))].sort((a, b) => a - b);
  const panels = models.flatMap((model, row) =>
    batches.map((batch, column) => ({ model, batch, row, column, at: row * batches.length + column })),
  );
  const height = panel.top + panel.bottom + models.length * panel.height + (models.length - 1) * panel.gap;
  const inner = height - panel.top - panel.bottom;
  const width = (1 - columnGap * (batches.length - 1)) / batches.length;
  const layout: Record<string, Partial<LayoutAxis>> = {};
  const annotations: Partial<Annotations>[] = [];
  for (const { model, batch, row, column, at } of panels) {
    const x: [number, number] = [column * (width + columnGap), column * (width + columnGap) + width];
    const top = 1 - (row * (panel.height + panel.gap)) / inner;
    const highest = Math.max(
      ...[...points, ...predicted].filter((each) => each.model === model).map(({ epochSeconds }) => epochSeconds),
    );
    layout[`xaxis${suffix(at)}`] = axis(row === models.length - 1 ? "Nodes" : "", undefined, {
      domain: x,
      anchor: `y${suffix(at)}` as "y",
      tickvals: counts,
      ticktext: counts.map(String),
      range: [counts[0] - 0.45, counts[counts.length - 1] + 0.45],
      showticklabels: row === models.length - 1,
      showgrid: false,
    });
    layout[`yaxis${suffix(at)}`] = axis(
      column === 0 ? `${modelName(model)}<br>Time per epoch` : "",
      column === 0 ? "s" : undefined,
      {
        domain: [Math.max(0, top - panel.height / inner), top],
        anchor: `x${suffix(at)}` as "x",
        range: [0, 1.22 * highest],
        showticklabels: column === 0,
      },
    );
    if (row > 0) continue;
    annotations.push({
      xref: "paper",
      yref: "paper",
      x: (x[0] + x[1]) / 2,
      xanchor: "center",
      y: 1,
      yanchor: "bottom",
      yshift: 4,
      text: `<b>${batch} images a node</b>`,
      showarrow: false,
    });
  }
  return figure(
    `${titleOf(points)}${label === undefined ? "" : ` (${label})`}`,
    oneLegend(panels.flatMap((each) => tracesOf(points, predicted, each))),
    {
      ...layout,
      height,
      margin: { l: 84, r: 20, t: panel.top, b: panel.bottom },
      legend: { orientation: "h", x: 0, xanchor: "left", y: 1 + 30 / inner, yanchor: "bottom", traceorder: "normal" },
      showlegend: true,
      annotations,
    },
  );
}

type Trace = Partial<PlotData>;

/** Traces without points left out; each of the others named once, whichever panel has it first. */
function oneLegend(traces: Trace[]): Trace[] {
  const drawn = traces.filter(({ x }) => (x?.length ?? 0) > 0);
  return drawn.map((trace, at) => ({
    ...trace,
    showlegend: drawn.findIndex(({ legendgroup }) => legendgroup === trace.legendgroup) === at,
  }));
}

/** The number of a panel's axes, as plotly has it: none for the first. */
function suffix(at: number): string {
  return at === 0 ? "" : String(at + 1);
}

function tracesOf(
  points: NodesPoint[],
  predicted: PredictedPoint[],
  { model, batch, at }: { model: string; batch: number; at: number },
): Trace[] {
  const here = <P extends PredictedPoint>(all: P[], way: (typeof ways)[number]): P[] =>
    all
      .filter((point) => point.model === model && point.localBatchSize === batch && point.way === way)
      .sort((a, b) => a.nodes - b.nodes);
  const axes = { xaxis: `x${suffix(at)}` as "x", yaxis: `y${suffix(at)}` as "y" };
  const measured = ways.map((way, index): Trace => {
    const own = here(points, way);
    const style = seriesStyle(index);
    const every = points.find((point) => point.way === "accumulate")?.syncEvery ?? 4;
    const name = way === "sync" ? "sync: all-reduce at every batch" : `accumulate: at every ${every} batches`;
    return {
      ...axes,
      type: "scatter",
      mode: "text+lines+markers",
      name,
      legendgroup: way,
      x: own.map(({ nodes }) => nodes),
      y: own.map(({ epochSeconds }) => epochSeconds),
      text: own.map(({ epochSeconds }) => short(epochSeconds)),
      textposition: way === "sync" ? "top center" : "bottom center", // sync is the slower one, as a rule
      textfont: { size: 12, shadow: halo },
      cliponaxis: false,
      line: { color: style.colour, dash: style.dash, width: 2.5 },
      marker: { ...pointMarker(style), size: 10 },
      hovertemplate: "%{x} nodes: %{y:.4s} s",
    };
  });
  const guessed = ways.flatMap((way) => here(predicted, way));
  return [
    ...measured,
    {
      ...axes,
      type: "scatter",
      mode: "markers",
      name: "predicted",
      legendgroup: "predicted",
      x: guessed.map(({ nodes }) => nodes + 0.2), // beside what was measured
      y: guessed.map(({ epochSeconds }) => epochSeconds),
      marker: { symbol: "diamond-open", size: 11, color: ink, line: { width: 2 } },
      hovertemplate: "predicted: %{y:.4s} s",
    },
  ];
}

/** What accumulating brings where it brings most. */
function titleOf(points: NodesPoint[]): string {
  const pairs = points.flatMap((sync) => {
    const rival = points.find(
      (other) =>
        sync.way === "sync" &&
        other.way === "accumulate" &&
        sync.nodes > 1 &&
        [other.model, other.localBatchSize, other.nodes].join() ===
          [sync.model, sync.localBatchSize, sync.nodes].join(),
    );
    return rival ? [{ times: sync.epochSeconds / rival.epochSeconds, point: sync }] : [];
  });
  if (pairs.length === 0) return "Time per epoch by nodes";
  const most = pairs.reduce((best, pair) => (pair.times > best.times ? pair : best));
  const { model, localBatchSize, nodes } = most.point;
  return `Accumulating: up to ${most.times.toFixed(2)} times as fast, ${modelName(model)}, batch ${localBatchSize}, ${nodes} nodes`;
}
