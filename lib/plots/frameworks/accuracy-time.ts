import type { Figure } from "../figure";
import { notedFigure } from "../noted";
import { axis, legendRoom, pointMarker, seriesStyle } from "../theme";
import { scatter } from "../traces";
import { counted } from "../../system/words";

/** How fast a framework trains, and when it reaches an accuracy. */
export interface TimeToAccuracy {
  name: string;
  processes: number;
  imagesPerSecond: number;
  /** Infinity where it does not reach the accuracy: it is left out. */
  secondsToAccuracy: number;
}

/**
 * Time to an accuracy against throughput. Ways that need equally many images lie on a curve; a thin one is drawn for the mean of each
 * number of processes.
 * @throws one line when no way reaches the accuracy.
 */
export function accuracyTimeFigure(ways: readonly TimeToAccuracy[], target: number, note = ""): Figure {
  const reached = ways.filter(({ secondsToAccuracy }) => Number.isFinite(secondsToAccuracy));
  if (reached.length === 0) throw new Error("No way reaches the accuracy: train for more epochs, or ask for less.");
  const counts = [...new Set(reached.map(({ processes }) => processes))].sort((a, b) => a - b);
  const most = Math.max(...reached.map(({ imagesPerSecond }) => imagesPerSecond));
  const longest = Math.max(...reached.map(({ secondsToAccuracy }) => secondsToAccuracy));
  const names = counts.map((count) => counted(count, "process", "processes"));
  const left = ways.length - reached.length;
  return notedFigure(
    `Time to ${Math.round(100 * target)} % of the test images, against throughput`,
    [note, "lines: equally many images", left > 0 ? `${left} did not reach it` : ""].filter(Boolean).join("; "),
    counts.flatMap((count, index) => {
      const those = reached
        .filter(({ processes }) => processes === count)
        .sort((a, b) => a.secondsToAccuracy - b.secondsToAccuracy);
      const style = seriesStyle(index);
      const needed = those.reduce((sum, way) => sum + way.imagesPerSecond * way.secondsToAccuracy, 0) / those.length;
      const rates = Array.from({ length: 60 }, (_, at) => (most * 1.1 * (at + 6)) / 65);
      return [
        {
          ...scatter("lines", names[index], names[index]),
          x: rates,
          y: rates.map((rate) => needed / rate),
          line: { color: style.colour, width: 1, dash: style.dash },
          showlegend: false,
          hoverinfo: "skip" as const,
        },
        // The names of neighbours stand on different sides.
        ...(["middle right", "middle left"] as const).map((textposition, side) => {
          const some = those.filter((_, at) => at % 2 === side);
          return {
            ...scatter("text+markers", names[index], names[index]),
            x: some.map(({ imagesPerSecond }) => imagesPerSecond),
            y: some.map(({ secondsToAccuracy }) => secondsToAccuracy),
            text: some.map(({ name }) => ` ${name} `),
            textposition,
            textfont: { size: 12 },
            marker: { ...pointMarker(style), size: 11 },
            showlegend: side === 0,
            hovertemplate: "%{text}: %{x:.3~g} images/s, %{y:.3~g} s",
          };
        }),
      ];
    }),
    {
      ...legendRoom(names, 360),
      showlegend: counts.length > 1,
      xaxis: axis("Throughput, all processes", "images/s", { range: [0, 1.35 * most] }),
      yaxis: axis("Time to the accuracy", "s", { range: [0, 1.15 * longest] }),
    },
  );
}
