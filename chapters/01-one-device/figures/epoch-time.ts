import { mean } from "simple-statistics";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, figure, nameAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { scatter, whitePoints } from "../../../lib/plots/traces";

/** One run's epochs. */
export interface EpochTimes {
  run: string;
  /** Seconds of every epoch, in order. */
  seconds: number[];
}

/** Half the distance between the two bars of a run. */
const offset = 0.2;

/**
 * Time per epoch, a pair of bars for each run: epoch 1, which includes the start-up, and the mean of the later epochs, with a
 * point for each later epoch where there are several.
 * @example
 * show(epochTimeFigure([{ run: "CPU", seconds: run.epochs.map((epoch) => epochSeconds(epoch)) }]));
 */
export function epochTimeFigure(runs: EpochTimes[]): Figure {
  const later = runs.map(({ seconds }) => seconds.slice(1));
  const several = later.flatMap((seconds, run) =>
    seconds.length > 1 ? seconds.map((y) => ({ x: run + 1.75 * offset, y })) : [],
  );
  const points = {
    ...scatter("markers", "each later epoch"),
    x: several.map(({ x }) => x),
    y: several.map(({ y }) => y),
    marker: { ...whitePoints(9, 1.5), symbol: "diamond" as const },
    hovertemplate: "%{y:.4s} s",
  };
  const first = runs.map(({ seconds }) => seconds[0]);
  const means = later.map((seconds) => (seconds.length === 0 ? NaN : mean(seconds)));
  return figure(
    "Time per epoch: the first one carries the start-up",
    [
      bars("epoch 1", -offset, 1, first),
      bars("later epochs (mean)", offset, 0, means),
      ...(several.length > 0 ? [points] : []),
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
    x: seconds.map((_, run) => run + shift),
    y: seconds,
    width: 2 * offset - 0.03,
    text: seconds.map((value) => (Number.isNaN(value) ? "" : `${shortNumber(value)} s`)),
    textposition: "outside" as const,
    cliponaxis: false,
    marker: barMarker(seriesStyle(style)),
    hovertemplate: "%{y:.4s} s",
  };
}
