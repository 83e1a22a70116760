import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, heightOf, pointMarker, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineAndPoints, scatter, textAnnotation } from "../../../lib/plots/traces";

/** An all-reduce that was timed. */
export interface TimedWay {
  /** How it was done: `ring`. */
  name: string;
  processes: number;
  seconds: number;
}

const above = { yanchor: "bottom", yshift: 8 } as const;
const below = { yanchor: "top", yshift: -8 } as const;

/** Milliseconds of an all-reduce against the number of processes, with a line for each way. @throws one line when there are no times. */
export function allReduceWaysFigure(times: readonly TimedWay[], title: string): Figure {
  if (times.length === 0)
    throw new Error("This figure needs times of all-reduces, and there are none: time one first.");
  const names = [...new Set(times.map(({ name }) => name))];
  const counts = [...new Set(times.map(({ processes }) => processes))].sort((a, b) => a - b);
  const slowest = 1000 * Math.max(...times.map(({ seconds }) => seconds));
  const isSlowest = ({ processes, seconds }: TimedWay): boolean =>
    times.every((other) => other.processes !== processes || other.seconds <= seconds);
  return figure(
    title,
    names.map((name, index) => {
      const style = seriesStyle(index);
      const shown = times.filter((time) => time.name === name).sort((a, b) => a.processes - b.processes);
      return {
        ...scatter("lines+markers", name),
        ...lineAndPoints(style),
        mode: "lines+markers" as const,
        marker: pointMarker(style),
        x: shown.map(({ processes }) => processes),
        y: shown.map(({ seconds }) => 1000 * seconds),
        cliponaxis: false,
        hovertemplate: "%{x} processes: %{y:.4~g} ms",
      };
    }),
    {
      height: heightOf(330),
      xaxis: axis("Processes", undefined, {
        tickvals: counts,
        range: [counts[0] - 0.6, counts[counts.length - 1] + 0.6],
      }),
      yaxis: axis("Time of an all-reduce", "ms", {
        range: [-0.12 * slowest, 1.15 * slowest],
        tickformat: ",",
      }),
      annotations: times.map((time) => {
        const text = `${shortNumber(1000 * time.seconds)} ms`;
        return textAnnotation(text, {
          x: time.processes,
          y: 1000 * time.seconds,
          ...(isSlowest(time) ? above : below),
        });
      }),
    },
  );
}
