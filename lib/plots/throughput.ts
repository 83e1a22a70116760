import type { Figure } from "./figure";
import { axis, barMarker, figure, seriesStyle, short } from "./theme";

/** One run's throughput. */
export interface Throughput {
  run: string;
  /** Images trained on per second, over all devices, epoch 1 left out. */
  imagesPerSecond: number;
}

/** Images per second, a bar for each run. */
export function throughputFigure(runs: Throughput[]): Figure {
  return figure(
    "Throughput",
    [
      {
        type: "bar",
        x: runs.map(({ run }) => run),
        y: runs.map(({ imagesPerSecond }) => imagesPerSecond),
        text: runs.map(({ imagesPerSecond }) => short(imagesPerSecond)),
        textposition: "outside",
        cliponaxis: false,
        width: runs.length < 4 ? 0.4 : undefined,
        marker: barMarker(seriesStyle(0)),
        hovertemplate: "%{x}: %{y:.4s} images/s<extra></extra>",
      },
    ],
    {
      margin: { l: 70, r: 30, t: 60, b: 60 },
      xaxis: axis("Run", undefined, { type: "category" }),
      yaxis: axis("Throughput", "images/s", { rangemode: "tozero" }),
    },
  );
}
