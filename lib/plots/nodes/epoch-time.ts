import type { NodesPoint } from "../../measure/communication";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../panels";
import { halo } from "../scaling/labels";
import { modelName } from "../scaling/series";
import { axis, ink, seriesStyle, short } from "../theme";
import { lineAndPoints, type Trace } from "../traces";

/** What a prediction says of a point, as far as the figure shows it. */
export type PredictedPoint = Pick<NodesPoint, "model" | "way" | "localBatchSize" | "nodes" | "epochSeconds">;

/** What else to show. */
export interface NodesFigureOptions {
  /** What stands behind the title: where the runs are from. */
  label?: string;
  /** Drawn as white diamonds. */
  predicted?: PredictedPoint[];
}

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
  const highest = models.map((model) =>
    Math.max(
      ...[...points, ...predicted].filter((each) => each.model === model).map(({ epochSeconds }) => epochSeconds),
    ),
  );
  const columns = batches.map((batch) => `${batch} images a node`);
  const traces = nameOnce(
    panelsOf({ rows: models.length, columns })
      .flatMap((panel) => tracesOf(points, predicted, models[panel.row], batches[panel.column], panel))
      .filter(({ x }) => (x?.length ?? 0) > 0),
  );
  const drawn = panelFigure(titleOf(points), label ?? "", traces, {
    rows: models.length,
    columns,
    x: ({ row }) =>
      axis(row === models.length - 1 ? "Nodes" : "", undefined, {
        tickvals: counts,
        ticktext: counts.map(String),
        range: [counts[0] - 0.45, counts[counts.length - 1] + 0.45],
        showticklabels: row === models.length - 1,
        showgrid: false,
      }),
    y: (panel) =>
      rowAxis(panel, `${modelName(models[panel.row])}<br>Time per epoch`, "s", {
        range: [0, 1.22 * highest[panel.row]],
      }),
  });
  return { ...drawn, layout: { ...drawn.layout, showlegend: true } };
}

function tracesOf(
  points: NodesPoint[],
  predicted: PredictedPoint[],
  model: string,
  batch: number,
  { axes }: Panel,
): Trace[] {
  const here = <P extends PredictedPoint>(all: P[], way: (typeof ways)[number]): P[] =>
    all
      .filter((point) => point.model === model && point.localBatchSize === batch && point.way === way)
      .sort((a, b) => a.nodes - b.nodes);
  const measured = ways.map((way, index): Trace => {
    const own = here(points, way);
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
      ...lineAndPoints(seriesStyle(index), 10),
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
