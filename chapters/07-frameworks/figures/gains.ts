import type { Figure } from "../../../lib/plots/figure";
import { axis, heightOf, laneAxis, notedFigure, pointMarker, seriesStyle } from "../../../lib/plots/theme";
import { errorBars, lineAcross, lineUp, reachOf, scatter } from "../../../lib/plots/traces";
import type { TwoGains } from "../terms";

/** What a second process gains in a framework, with an interval of the gain to the accuracy. */
export interface ContenderGain extends TwoGains {
  contender: string;
  from: number;
  to: number;
}

const names = { throughput: "images a second", learning: "images needed", toAccuracy: "time to the accuracy" };

/** The gains of a second process, a lane for each framework. The line at 1 is where nothing is gained. */
export function gainsFigure(rows: readonly ContenderGain[], note = ""): Figure {
  const gains = Object.keys(names) as (keyof typeof names)[];
  return notedFigure(
    "What a second process gains",
    note,
    gains.map((gain, index) => {
      const style = seriesStyle(index);
      const reach = ({ toAccuracy: mean, from: low, to: high }: ContenderGain) => reachOf({ mean, low, high });
      return {
        ...scatter("markers", names[gain]),
        x: rows.map((row) => row[gain]),
        y: rows.map((_, lane) => lane + 0.25 * (index - 1)),
        marker: { ...pointMarker(style), size: 10 },
        ...(gain === "toAccuracy" ? { error_x: errorBars(rows.map(reach), style.colour, 2) } : {}),
        hovertemplate: "%{x:.3~g} times",
      };
    }),
    {
      height: heightOf(Math.max(2, rows.length) * 44),
      xaxis: axis("Gain: two processes against one", "times", { rangemode: "tozero" }),
      yaxis: laneAxis(rows.map(({ contender: text }, y) => ({ text, y })), [rows.length - 0.5, -0.5]),
      shapes: [
        lineUp(1, { color: "#888888", width: 1.5, dash: "dash" }),
        ...rows.slice(1).map((_, at) => ({ ...lineAcross(at + 0.5, { color: "#DDDDDD", width: 1 }), layer: "below" as const })),
      ],
    },
  );
} // prettier-ignore
