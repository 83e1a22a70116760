import type { Data } from "plotly.js";
import { mean } from "simple-statistics";
import type { Figure } from "../figure";
import { axis, barMarker, figure, nameAxis, seriesStyle, short } from "../theme";
import { whitePoints } from "../traces";

/** One run's epochs. */
export interface EpochTimes {
  run: string;
  /** Seconds of every epoch, the first one first. */
  seconds: number[];
}

/** Half the distance between the two bars of a run. */
const offset = 0.2;

/**
 * Time per epoch, a pair of bars for each run: epoch 1, which carries the start-up, and the mean of the later epochs,
 * with a point for each of them where there are several.
 */
export function epochTimeFigure(runs: EpochTimes[]): Figure {
  const later = runs.map(({ seconds }) => seconds.slice(1));
  const several = later.flatMap((seconds, at) =>
    seconds.length > 1 ? seconds.map((y) => ({ x: at + 1.75 * offset, y })) : [],
  );
  const points: Data[] = [
    {
      type: "scatter",
      mode: "markers",
      x: several.map(({ x }) => x),
      y: several.map(({ y }) => y),
      name: "each later epoch",
      marker: { ...whitePoints(9, 1.5), symbol: "diamond" },
      hovertemplate: "%{y:.4s} s",
    },
  ];
  return figure(
    "Time per epoch: the first one carries the start-up",
    [
      bars(
        "epoch 1",
        -offset,
        1,
        runs.map(({ seconds }) => seconds[0]),
      ),
      bars(
        "later epochs (mean)",
        offset,
        0,
        later.map((seconds) => (seconds.length === 0 ? NaN : mean(seconds))),
      ),
      ...(several.length > 0 ? points : []),
    ],
    {
      barmode: "overlay",
      xaxis: nameAxis(
        "Run",
        runs.map(({ run }) => run),
      ),
      yaxis: axis("Time per epoch", "s", { rangemode: "tozero" }),
    },
  );
}

function bars(name: string, shift: number, style: number, seconds: number[]) {
  return {
    type: "bar" as const,
    name,
    x: seconds.map((_, at) => at + shift),
    y: seconds,
    width: 2 * offset - 0.03,
    text: seconds.map((value) => (Number.isNaN(value) ? "" : `${short(value)} s`)),
    textposition: "outside" as const,
    cliponaxis: false,
    marker: barMarker(seriesStyle(style)),
    hovertemplate: "%{y:.4s} s",
  };
}
