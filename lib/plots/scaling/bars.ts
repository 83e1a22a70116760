import type { Data } from "plotly.js-dist";
import type { ScalingPoint, ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { measuredCounts, onDevices, seriesOf, titleOf, valueAxis, type Series, type Titles } from "./series";
import type { ScalingFigureOptions } from "./series";
import { barMarker, figure, heightOf, nameAxis, shortNumber } from "../theme";
import { counted } from "../../system/words";

/**
 * Figures 10.4, 10.8 and 10.12: seconds of a steady epoch by number of devices, the studies side by side. The axis is
 * logarithmic where values are more than 40 times apart.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function epochTimeByDevicesFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const seconds = (point: ScalingPoint) => `${shortNumber(point.epochSeconds)} s ${onDevices(point)}`;
  return barsByDevices(seriesOf(studies, options), {
    valueOf: ({ epochSeconds }) => epochSeconds,
    quantity: "Time per epoch",
    unit: "s",
    titles: {
      rank: ({ epochSeconds }) => -epochSeconds,
      one: ({ name, first, last }) => `${name}: an epoch takes ${seconds(first)}, ${seconds(last)}`,
      best: ({ name, point }) => `Time per epoch: shortest with ${name} (${seconds(point)})`,
      quantity: "Time per epoch",
    },
  });
}

/**
 * What epoch 1 takes beyond a steady epoch, by number of devices: the start-up, which every job pays once. It is negative
 * where epoch 1 was faster.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function startUpFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const seconds = (point: ScalingPoint) => `${shortNumber(point.startUpSeconds)} s ${onDevices(point)}`;
  return barsByDevices(seriesOf(studies, options), {
    valueOf: ({ startUpSeconds }) => startUpSeconds,
    quantity: "Epoch 1 beyond a steady epoch",
    unit: "s",
    titles: {
      rank: ({ startUpSeconds }) => startUpSeconds,
      // Where the first epoch was not slower, there is no start-up to speak of.
      one: ({ name, first, last }) =>
        first.startUpSeconds > 0 && last.startUpSeconds > 0
          ? `${name}: the start-up takes ${seconds(first)}, ${seconds(last)}`
          : undefined,
      best: ({ name, point }) =>
        point.startUpSeconds > 0 ? `Start-up: longest with ${name} (${seconds(point)})` : undefined,
      quantity: studies.length > 1 ? "Start-up: epoch 1 beyond a steady epoch" : "Start-up",
    },
  });
}

/** Which throughput to draw. */
interface ThroughputByDevicesOptions extends ScalingFigureOptions {
  /** `all`: of all devices together. `device`: of one device. Default `all`. */
  per?: "all" | "device";
}

/**
 * Figures 10.5, 10.9 and 10.13: images a second by number of devices, of all devices together or of one, the studies side
 * by side. The axis is logarithmic where values are more than 40 times apart.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function throughputByDevicesFigure(
  studies: ScalingStudy[],
  { per = "all", ...options }: ThroughputByDevicesOptions = {},
): Figure {
  const unit = "images/s";
  const series = seriesOf(studies, options);
  if (per === "device") {
    const valueOf = (point: ScalingPoint) => point.imagesPerSecondPerDevice;
    return barsByDevices(series, { valueOf, quantity: "Throughput per device", unit, titles: perDevice });
  }
  const valueOf = (point: ScalingPoint) => point.imagesPerSecond;
  return barsByDevices(series, { valueOf, quantity: "Throughput, all devices", unit, titles: allDevices });
}

const allDevices: Titles = {
  rank: ({ imagesPerSecond }) => imagesPerSecond,
  one: ({ name, first, last }) =>
    `${name}: from ${shortNumber(first.imagesPerSecond)} to ${shortNumber(last.imagesPerSecond)} images/s ${onDevices(last)}`,
  best: ({ name, point }) =>
    `Throughput: highest with ${name} (${shortNumber(point.imagesPerSecond)} images/s ${onDevices(point)})`,
  quantity: "Throughput",
};

const perDevice: Titles = {
  rank: ({ efficiency }) => efficiency,
  one: ({ name, first, last }) => {
    const share = shortNumber(100 * last.efficiency);
    const alone = first.devices === 1 ? "one alone" : `each of ${first.devices}`;
    return `${name}: each of ${counted(last.devices, "device")} does ${share} % of what ${alone} does`;
  },
  best: ({ name, point }) =>
    `Throughput per device: ${name} keeps most (${shortNumber(100 * point.efficiency)} % ${onDevices(point)})`,
  quantity: "Throughput per device",
};

/** What the bars show. Seconds are written with their unit above a bar, where there is room. */
interface BarPlan {
  valueOf: (point: ScalingPoint) => number;
  quantity: string;
  unit: "s" | "images/s";
  titles: Titles;
}

/** Bars of all studies side by side at each device count, with their values above them. */
function barsByDevices(series: Series[], { valueOf, quantity, unit, titles }: BarPlan): Figure {
  const counts = measuredCounts(series);
  const bars = counts.length * series.length;
  const data = series.map(({ name, points, style }): Data => {
    const values = points.map(valueOf);
    return {
      type: "bar",
      name,
      x: points.map(({ devices }) => counts.indexOf(devices)),
      y: values,
      text: values.map((value) => shortNumber(value).replace("-", "−") + (unit === "s" && bars <= 10 ? " s" : "")),
      textposition: "outside",
      constraintext: "none",
      textangle: bars > 18 ? -90 : 0,
      textfont: { size: bars > 10 ? 12 : 14 },
      cliponaxis: false,
      marker: barMarker(style),
      hovertemplate: `%{y:.4s} ${unit}`,
      ...(series.length === 1 && { width: 0.5 }),
    };
  });
  const values = series.flatMap(({ points }) => points.map(valueOf));
  return figure(titleOf(series, titles), data, {
    height: heightOf(306),
    showlegend: series.length > 1,
    barmode: "group",
    bargap: 0.25,
    // A single bar would fill the figure.
    xaxis: { ...nameAxis("Devices", counts.map(String)), ...(counts.length === 1 && { range: [-1.2, 1.2] }) },
    yaxis: valueAxis(quantity, unit, values),
  });
}
