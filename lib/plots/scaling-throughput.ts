import type { ScalingPoint, ScalingStudy } from "../measure/scaling";
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

/** Which throughput to draw. */
export interface ThroughputByDevicesOptions extends ScalingFigureOptions {
  /** `all`: over all devices together. `device`: what one of them does. Default `all`. */
  per?: "all" | "device";
}

/**
 * Figures 10.5, 10.9 and 10.13: images a second by number of devices, the studies side by side, over all devices or of one
 * device. The axis is logarithmic where studies are more than 40 times apart.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function throughputByDevicesFigure(
  studies: ScalingStudy[],
  { per = "all", ...options }: ThroughputByDevicesOptions = {},
): Figure {
  const series = seriesOf(studies, options);
  const of = (point: ScalingPoint) => (per === "all" ? point.imagesPerSecond : point.imagesPerSecondPerDevice);
  const { data, xaxis } = barsByDevices(series, { of, text: short, hover: "%{y:.4s} images/s" });
  return figure(titleOf(series, per), data, {
    barmode: "group",
    bargap: 0.25,
    showlegend: series.length > 1,
    xaxis,
    yaxis: valueAxis(
      per === "all" ? "Throughput, all devices" : "Throughput per device",
      "images/s",
      series.flatMap(({ points }) => points.map(of)),
    ),
  });
}

function titleOf(series: Series[], per: "all" | "device"): string {
  const one = farthest(series);
  if (per === "all") {
    if (one) return `${one.name}: ${short(one.last.imagesPerSecond)} images/s on ${devicesText(one.last.devices)}`;
    const most = leader(series, ({ imagesPerSecond }) => imagesPerSecond);
    if (most) return `Throughput: on ${devicesText(most.point.devices)}, ${most.name} has the most`;
    return series.length > 1 ? "Throughput" : `${series[0].name}: throughput`;
  }
  if (one) {
    const share = short(100 * one.last.efficiency);
    return `${one.name}: each of ${devicesText(one.last.devices)} does ${share} % of what ${devicesText(one.first.devices)} did`;
  }
  const most = leader(series, ({ efficiency }) => efficiency);
  if (most) return `Throughput per device: ${most.name} keeps most of it on ${devicesText(most.point.devices)}`;
  return series.length > 1 ? "Throughput per device" : `${series[0].name}: throughput per device`;
}
