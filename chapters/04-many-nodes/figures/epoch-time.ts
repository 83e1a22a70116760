import type { NodesPoint } from "../../../lib/measure/communication";
import type { Figure } from "../../../lib/plots/figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../../../lib/plots/panels";
import { halo } from "../../../lib/plots/scaling/labels";
import { modelName } from "../../../lib/plots/scaling/series";
import { axis, ink, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineAndPoints, scatter, type Trace } from "../../../lib/plots/traces";

/** A predicted point, as far as the figure shows it. */
type PredictedPoint = Pick<NodesPoint, "model" | "way" | "localBatchSize" | "nodes" | "epochSeconds">;

/** What else to show. */
interface NodesFigureOptions {
  /** Where the runs are from; stands below the title. */
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
  const { label = "", predicted = [] } = options;
  const everyPoint = [...points, ...predicted];
  const models = [...new Set(points.map(({ model }) => model))];
  const batches = [...new Set(points.map(({ localBatchSize }) => localBatchSize))].sort((a, b) => a - b);
  const counts = [...new Set(everyPoint.map(({ nodes }) => nodes))].sort((a, b) => a - b);
  const highest = models.map((model) =>
    Math.max(...everyPoint.filter((point) => point.model === model).map(({ epochSeconds }) => epochSeconds)),
  );
  const columns = batches.map((batch) => `${batch} images a node`);
  const traces = nameOnce(
    panelsOf({ rows: models.length, columns })
      .flatMap((panel) => tracesOf(points, predicted, models[panel.row], batches[panel.column], panel))
      .filter(({ x }) => (x?.length ?? 0) > 0),
  );
  return panelFigure(titleOf(points), label, traces, {
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
    layout: { showlegend: true },
  });
}

function tracesOf(
  points: NodesPoint[],
  predicted: PredictedPoint[],
  model: string,
  batch: number,
  { axes }: Panel,
): Trace[] {
  const inPanel = <Point extends PredictedPoint>(all: Point[], way: (typeof ways)[number]): Point[] =>
    all
      .filter((point) => point.model === model && point.localBatchSize === batch && point.way === way)
      .sort((a, b) => a.nodes - b.nodes);
  const measured = ways.map((way, index): Trace => {
    const shown = inPanel(points, way);
    const every = points.find((point) => point.way === "accumulate")?.syncEvery ?? 4;
    const name = way === "sync" ? "sync: all-reduce at every batch" : `accumulate: at every ${every} batches`;
    return {
      ...axes,
      ...scatter("text+lines+markers", name, way),
      x: shown.map(({ nodes }) => nodes),
      y: shown.map(({ epochSeconds }) => epochSeconds),
      text: shown.map(({ epochSeconds }) => shortNumber(epochSeconds)),
      textposition: way === "sync" ? "top center" : "bottom center", // sync is usually slower
      textfont: { size: 12, shadow: halo },
      cliponaxis: false,
      ...lineAndPoints(seriesStyle(index), 10),
      hovertemplate: "%{x} nodes: %{y:.4s} s",
    };
  });
  const guesses = ways.flatMap((way) => inPanel(predicted, way));
  return [
    ...measured,
    {
      ...axes,
      ...scatter("markers", "predicted", "predicted"),
      x: guesses.map(({ nodes }) => nodes + 0.2), // beside the measured points
      y: guesses.map(({ epochSeconds }) => epochSeconds),
      marker: { symbol: "diamond-open", size: 11, color: ink, line: { width: 2 } },
      hovertemplate: "predicted: %{y:.4s} s",
    },
  ];
}

/** The largest speedup by accumulating. */
function titleOf(points: NodesPoint[]): string {
  const configuration = (point: NodesPoint) => [point.model, point.localBatchSize, point.nodes].join();
  const pairs = points
    .filter(({ way, nodes }) => way === "sync" && nodes > 1)
    .flatMap((sync) => {
      const rival = points.find((point) => point.way === "accumulate" && configuration(point) === configuration(sync));
      return rival ? [{ times: sync.epochSeconds / rival.epochSeconds, point: sync }] : [];
    });
  if (pairs.length === 0) return "Time per epoch by nodes";
  const { times, point } = pairs.reduce((best, pair) => (pair.times > best.times ? pair : best));
  const { model, localBatchSize, nodes } = point;
  return `Accumulating: up to ${times.toFixed(2)} times as fast, ${modelName(model)}, batch ${localBatchSize}, ${nodes} nodes`;
}
