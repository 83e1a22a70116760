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
 * What epoch 1 takes beyond a steady epoch, by number of devices: the start-up, which every job pays once. Below 0 where
 * epoch 1 was the faster one.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function startUpFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const { data, xaxis } = barsByDevices(series, {
    of: ({ startUpSeconds }) => startUpSeconds,
    text: (seconds) => `${short(seconds)} s`,
    hover: "%{y:.4s} s",
  });
  return figure(titleOf(series), data, {
    barmode: "group",
    bargap: 0.25,
    showlegend: series.length > 1,
    xaxis,
    yaxis: valueAxis(
      "Epoch 1 beyond a steady epoch",
      "s",
      series.flatMap(({ points }) => points.map(({ startUpSeconds }) => startUpSeconds)),
    ),
  });
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one) {
    const [from, to] = [one.first, one.last].map(
      ({ startUpSeconds, devices }) => `${short(startUpSeconds)} s on ${devicesText(devices)}`,
    );
    return `${one.name}: the start-up takes ${from}, ${to}`;
  }
  const most = leader(series, ({ startUpSeconds }) => startUpSeconds);
  if (most) return `Start-up: on ${devicesText(most.point.devices)}, ${most.name} takes the longest`;
  return series.length > 1 ? "Start-up" : `${series[0].name}: start-up`;
}
