import { median } from "simple-statistics";
import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, ink, logAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineUp, scatter, textAnnotation } from "../../../lib/plots/traces";

/** One run's steps. */
interface StepTimes {
  run: string;
  /** Seconds of every step, in order, all epochs. */
  seconds: number[];
  /** Steps in an epoch: a line marks the start of each epoch. */
  stepsPerEpoch?: number;
}

/**
 * Time of each step of one or more runs, on a logarithmic scale: the first steps show the warm-up.
 * @example
 * show(stepTimeFigure([{ run: "CPU", seconds: run.epochs.flatMap(stepSeconds), stepsPerEpoch: 16 }]));
 */
export function stepTimeFigure(runs: StepTimes[]): Figure {
  const milliseconds = runs.flatMap(({ seconds }) => seconds.map((value) => value * 1000));
  const epochStarts = runs.length === 1 ? startsOf(runs[0]) : [];
  return figure(
    runs.length === 1 ? titleOf(runs[0]) : "Time of each step",
    runs.map(({ run, seconds }, index) => {
      const { colour, dash, symbol } = seriesStyle(index);
      return {
        ...scatter(seconds.length > 200 ? "lines" : "lines+markers", run),
        x: seconds.map((_, step) => step + 1),
        y: seconds.map((value) => value * 1000),
        line: { color: colour, dash, width: 2 },
        marker: { symbol, size: 6 },
        hovertemplate: "step %{x}: %{y:.4s} ms",
        showlegend: runs.length > 1,
      };
    }),
    {
      xaxis: axis("Step", undefined, { rangemode: "tozero" }),
      yaxis: logAxis("Time per step", "ms", milliseconds),
      shapes: epochStarts.map((x) => lineUp(x, { color: ink, width: 1, dash: "dot" })),
      annotations: epochStarts.map((x, index) =>
        textAnnotation(`epoch ${index + 2}`, { x, y: 1, yref: "paper", yanchor: "bottom", font: { size: 12 } }),
      ),
    },
  );
}

/** A step of epoch 1 that takes more than so many times the median is named in the title. */
const slow = 1.5;

/** The slow steps of epoch 1, where there are one or two. */
function titleOf({ seconds, stepsPerEpoch = seconds.length }: StepTimes): string {
  const usual = median(seconds);
  const slowest = seconds.slice(0, stepsPerEpoch).flatMap((value, at) => {
    const times = value / usual;
    return times > slow ? [{ step: at + 1, times: shortNumber(Number(times.toPrecision(2))) }] : [];
  });
  const of = "times as long as the median step";
  const [one, two] = slowest;
  if (slowest.length === 1) return `Step ${one.step} takes ${one.times} ${of}`;
  if (slowest.length === 2) return `Steps ${one.step} and ${two.step} take ${one.times} and ${two.times} ${of}`;
  return "Time of each step";
}

/** The starts of epoch 2 and the later epochs, between two steps; none where there are too many. */
function startsOf({ seconds, stepsPerEpoch }: StepTimes): number[] {
  if (stepsPerEpoch === undefined || stepsPerEpoch < 1) return [];
  const starts: number[] = [];
  for (let step = stepsPerEpoch; step < seconds.length; step += stepsPerEpoch) starts.push(step + 0.5);
  return starts.length > 20 ? [] : starts;
}
