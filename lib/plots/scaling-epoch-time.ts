import type { ScalingStudy } from "../measure/scaling";
import type { Figure } from "./figure";
import {
  barsByDevices,
  devicesText,
  farthest,
  leader,
  seriesOf,
  valueAxis,
  type ScalingFigureOptions,
  type Series,
} from "./scaling-series";
import { figure, short } from "./theme";

/**
 * Figures 10.4, 10.8 and 10.12: seconds of a steady epoch by number of devices, the studies side by side. The axis is
 * logarithmic where studies are more than 40 times apart.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function epochTimeByDevicesFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const { data, xaxis } = barsByDevices(series, {
    of: ({ epochSeconds }) => epochSeconds,
    text: (seconds) => `${short(seconds)} s`,
    hover: "%{y:.4s} s",
  });
  return figure(titleOf(series), data, {
    barmode: "group",
    bargap: 0.25,
    showlegend: series.length > 1,
    xaxis,
    yaxis: valueAxis(
      "Time per epoch",
      "s",
      series.flatMap(({ points }) => points.map(({ epochSeconds }) => epochSeconds)),
    ),
  });
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one) {
    const [from, to] = [one.first, one.last].map(
      ({ epochSeconds, devices }) => `${short(epochSeconds)} s on ${devicesText(devices)}`,
    );
    return `${one.name}: an epoch takes ${from}, ${to}`;
  }
  const best = leader(series, ({ epochSeconds }) => -epochSeconds);
  if (!best) return series.length > 1 ? "Time per epoch" : `${series[0].name}: time per epoch`;
  return `Time per epoch: on ${devicesText(best.point.devices)}, ${best.name} is the fastest`;
}
