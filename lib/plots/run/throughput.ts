import type { Figure } from "../figure";
import { axis, barMarker, figure, nameAxis, seriesStyle, short } from "../theme";

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
        x: runs.map((_, at) => at),
        y: runs.map(({ imagesPerSecond }) => imagesPerSecond),
        text: runs.map(({ imagesPerSecond }) => short(imagesPerSecond)),
        textposition: "outside",
        cliponaxis: false,
        width: 0.5,
        marker: barMarker(seriesStyle(0)),
        hovertemplate: "%{y:.4s} images/s<extra></extra>",
      },
    ],
    {
      margin: { l: 70, r: 30, t: 60, b: 60 },
      xaxis: nameAxis(
        "Run",
        runs.map(({ run }) => run),
      ),
      yaxis: axis("Throughput", "images/s", { rangemode: "tozero" }),
    },
  );
}
