import type { Data } from "plotly.js";
import type { ScalingStudy } from "../measure/scaling";
import type { Figure } from "./figure";
import { devicesText, farthest, seriesOf, valueAxis, type ScalingFigureOptions, type Series } from "./scaling-series";
import { figure, ink, short } from "./theme";

/**
 * What a faster epoch costs: device-hours of an epoch against its seconds, a point for each device count. With ideal
 * scaling a study's points would lie on its thin level line: less time at the same cost. What lies above it is the price
 * of being faster.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function costFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const points = series.flatMap((each) => each.points);
  const seconds = points.map(({ epochSeconds }) => epochSeconds);
  const hours = points.map(({ deviceHoursPerEpoch }) => deviceHoursPerEpoch);
  return figure(titleOf(series), [...series.map(idealOf), ...series.map(lineOf)], {
    height: 500,
    xaxis: valueAxis("Time per epoch", "s", seconds),
    yaxis: valueAxis("Cost of an epoch", "device-hours", hours),
  });
}

function lineOf({ name, points, style }: Series): Data {
  return {
    type: "scatter",
    mode: "text+lines+markers",
    name,
    legendgroup: name,
    x: points.map(({ epochSeconds }) => epochSeconds),
    y: points.map(({ deviceHoursPerEpoch }) => deviceHoursPerEpoch),
    text: points.map(({ devices }) => devicesText(devices)),
    textposition: "top right",
    cliponaxis: false,
    line: { color: style.colour, dash: style.dash, width: 2.5 },
    marker: { symbol: style.symbol, size: 12, color: style.colour, line: { color: ink, width: 1 } },
    hovertemplate: "%{text}: %{x:.4s} s, %{y:.4f} device-hours",
  };
}

function idealOf({ name, points }: Series, at: number): Data {
  const { epochSeconds, deviceHoursPerEpoch } = points[0];
  const shortest = Math.min(...points.map((point) => point.epochSeconds));
  return {
    type: "scatter",
    mode: "lines",
    name: "ideal: faster at the same cost",
    legendgroup: name,
    showlegend: at === 0,
    x: [epochSeconds, shortest],
    y: [deviceHoursPerEpoch, deviceHoursPerEpoch],
    line: { color: "#888888", width: 1.5, dash: "solid" },
    hoverinfo: "skip",
  };
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (!one) return "What a faster epoch costs";
  const times = short(one.last.deviceHoursPerEpoch / one.first.deviceHoursPerEpoch);
  return `${one.name}: on ${devicesText(one.last.devices)} an epoch is ${short(one.last.speedup)} times as fast and costs ${times} times as much`;
}
