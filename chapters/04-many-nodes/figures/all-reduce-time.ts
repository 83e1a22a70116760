import type { Data } from "plotly.js-dist";
import { sentBytes } from "../../../lib/measure/communication";
import type { Figure } from "../../../lib/plots/figure";
import { figure, heightOf, logAxis, pointMarker, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** The time of an all-reduce. */
interface AllReduceTimes {
  /** For example "ResNet50, 3 nodes". */
  name: string;
  nodes: number;
  /** Bytes of the gradients that each node holds. */
  bytes: number;
  seconds: number;
}

/** The limit to compare with. */
interface AllReduceLimit {
  /** The most bytes of data a second that the wire carries. */
  bytesPerSecond: number;
  /** For example "1 Gb/s". */
  name: string;
}

/**
 * Seconds of an all-reduce against the bytes that each node sends in it, 2 (n - 1) / n of its gradients, so that one line,
 * the wire's limit, holds for any number of nodes. Both axes are logarithmic. The distance of a point from the line is what
 * the program adds to the wire.
 * @throws one line when there are no points.
 */
export function allReduceTimeFigure(points: AllReduceTimes[], limit: AllReduceLimit): Figure {
  if (points.length === 0) throw new Error("This figure needs times of all-reduces, and there are none: measure one.");
  const sent = points.map(({ nodes, bytes }) => sentBytes(nodes, bytes));
  const span = [0.6 * Math.min(...sent), 1.7 * Math.max(...sent)];
  const limits = span.map((bytes) => bytes / limit.bytesPerSecond);
  const wire = `${limit.name}: at best`;
  const names = [...new Set(points.map(({ name }) => name))];
  const nearest = Math.min(...points.map(({ seconds }, at) => (seconds * limit.bytesPerSecond) / sent[at]));
  return figure(
    `Each all-reduce takes at least ${shortNumber(nearest)} times as long as the wire must`,
    [
      {
        ...scatter("lines", wire),
        x: span.map((bytes) => bytes / 1e6),
        y: limits,
        line: { color: "#888888", width: 2 },
        hoverinfo: "skip",
      },
      ...names.map((name, series): Data => {
        const shown = points
          .map((point, index) => ({ ...point, sent: sent[index] }))
          .filter((point) => point.name === name);
        return {
          ...scatter("text+markers", name),
          x: shown.map((point) => point.sent / 1e6),
          y: shown.map(({ seconds }) => seconds),
          text: shown.map((point) => labelOf(point, shown)),
          textposition: "top center",
          cliponaxis: false,
          marker: pointMarker(seriesStyle(series)),
          hovertemplate: "%{x:.4s} MB: %{y:.4s} s",
        };
      }),
    ],
    {
      height: heightOf(330),
      xaxis: logAxis(
        "Sent by each node",
        "MB",
        span.map((bytes) => bytes / 1e6),
      ),
      yaxis: logAxis("Time of an all-reduce", "s", [...limits, ...points.map(({ seconds }) => seconds)]),
    },
  );
}

/** Points above each other share one label: the range of their seconds. */
function labelOf(point: { sent: number; seconds: number }, all: { sent: number; seconds: number }[]): string {
  const here = all.filter(({ sent }) => sent === point.sent).map(({ seconds }) => seconds);
  if (point.seconds !== Math.max(...here) || all.find(({ seconds }) => seconds === point.seconds) !== point) return "";
  const [least, most] = [Math.min(...here), point.seconds].map((seconds) => shortNumber(seconds));
  return least === most ? `${most} s` : `${least} to ${most} s`;
}
