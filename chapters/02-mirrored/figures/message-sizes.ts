import type { Figure } from "../../../lib/plots/figure";
import { figure, heightOf, logAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineAndPoints, scatter } from "../../../lib/plots/traces";

/** Milliseconds of an all-reduce against the size of each process's array, with a line for each way. @throws one line when there are no times. */
export function messageSizesFigure(
  times: readonly { name: string; megabytes: number; seconds: number }[],
  title: string,
): Figure {
  if (times.length === 0)
    throw new Error("This figure needs times of all-reduces, and there are none: time one first.");
  const kilobytes = ({ megabytes }: { megabytes: number }): number => 1000 * megabytes;
  return figure(
    title,
    [...new Set(times.map(({ name }) => name))].map((name, index) => {
      const shown = times.filter((time) => time.name === name).sort((a, b) => a.megabytes - b.megabytes);
      return {
        ...scatter("lines+markers", name),
        ...lineAndPoints(seriesStyle(index), 9),
        x: shown.map(kilobytes),
        y: shown.map(({ seconds }) => 1000 * seconds),
        text: shown.map((time) => shortNumber(kilobytes(time))),
        hovertemplate: "%{text} KB: %{y:.3~g} ms",
      };
    }),
    {
      height: heightOf(360),
      xaxis: logAxis("Array of each process", "KB, logarithmic", times.map(kilobytes)),
      yaxis: logAxis(
        "Time of an all-reduce",
        "ms, logarithmic",
        times.map(({ seconds }) => 1000 * seconds),
      ),
    },
  );
}
