import type { Data, LayoutAxis } from "plotly.js";
import type { ScalingPoint, ScalingStudy } from "../measure/scaling";
import { axis, barMarker, logAxis, nameAxis, seriesStyle, type SeriesStyle } from "./theme";

/** How to tell studies apart whose model does not. */
export interface ScalingFigureOptions {
  /** What stands after each study's model, in the studies' order: `["published", "here"]`; "" for nothing. */
  labels?: string[];
}

/** A study as the figures draw it: with its name and its look. */
export interface Series {
  name: string;
  points: ScalingPoint[];
  study: ScalingStudy;
  style: SeriesStyle;
}

/** A model as it is written in text: "resnet50v2" is ResNet50V2. Other names stay as they are. */
export function modelName(model: string): string {
  return model.replace(/^resnet(\d+)v(\d)$/i, "ResNet$1V$2");
}

/**
 * Names the studies: by model, and by label, kind of scaling or device where models alone do not tell them apart.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function seriesOf(studies: ScalingStudy[], { labels }: ScalingFigureOptions): Series[] {
  if (studies.length === 0)
    throw new Error("This figure needs a scaling study, and there are none: measure one first.");
  if (labels && labels.length !== studies.length) {
    throw new Error(`There are ${labels.length} labels for ${studies.length} studies: give one for each, "" for none.`);
  }
  const named = (study: ScalingStudy, at: number) =>
    [modelName(study.model), labels?.[at] ?? ""].filter((part) => part !== "").join(", ");
  const names = studies.map(named);
  const twice = (name: string) => names.filter((other) => other === name).length > 1;
  return studies.map((study, at) => ({
    name: twice(names[at]) ? `${names[at]}, ${study.kind} scaling, ${study.device.toUpperCase()}` : names[at],
    points: study.points,
    study,
    style: seriesStyle(at),
  }));
}

/** The device counts that any of the studies measured, ascending. */
export function measuredCounts(series: Series[]): number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ devices }) => devices)))].sort((a, b) => a - b);
}

/** "1 device", "4 devices". */
export function devicesText(count: number): string {
  return `${count} device${count === 1 ? "" : "s"}`;
}

/** The only study's point with the most devices, where it has several: what a title can speak of. */
export function farthest(series: Series[]): { name: string; first: ScalingPoint; last: ScalingPoint } | undefined {
  const [{ name, points }] = series;
  return series.length > 1 || points.length < 2
    ? undefined
    : { name, first: points[0], last: points[points.length - 1] };
}

/**
 * Which of several studies has most of something on the most devices; undefined unless all were measured there, because
 * other counts do not compare.
 */
export function leader(
  series: Series[],
  of: (point: ScalingPoint) => number,
): { name: string; point: ScalingPoint } | undefined {
  const last = series.map(({ name, points }) => ({ name, point: points[points.length - 1] }));
  if (series.length < 2 || last.some(({ point }) => point.devices !== last[0].point.devices)) return undefined;
  if (last[0].point.devices === last[0].point.devices && series.some(({ points }) => points.length < 2))
    return undefined;
  return last.reduce((best, each) => (of(each.point) > of(best.point) ? each : best));
}

/** An axis of measured device counts, whose distances are to scale. */
export function devicesAxis(counts: number[]): Partial<LayoutAxis> {
  const span = Math.max(1, counts[counts.length - 1] - counts[0]);
  return axis("Devices", undefined, {
    tickvals: counts,
    ticktext: counts.map(String),
    range: [counts[0] - 0.08 * span, counts[counts.length - 1] + 0.1 * span],
  });
}

/** Bars of every study beside each other at every device count, with their values above them. */
export function barsByDevices(
  series: Series[],
  { of, text, hover }: { of: (point: ScalingPoint) => number; text: (value: number) => string; hover: string },
): { data: Data[]; xaxis: Partial<LayoutAxis> } {
  const counts = measuredCounts(series);
  const bars = counts.length * series.length;
  const data = series.map(({ name, points, style }): Data => {
    const values = points.map(of);
    return {
      type: "bar",
      name,
      x: points.map(({ devices }) => counts.indexOf(devices)),
      y: values,
      text: values.map(text),
      textposition: "outside",
      constraintext: "none",
      textangle: bars > 18 ? -90 : 0,
      textfont: { size: bars > 10 ? 12 : 14 },
      cliponaxis: false,
      marker: barMarker(style),
      hovertemplate: hover,
      // One study needs no wider bars than two.
      ...(series.length === 1 && { width: 0.5 }),
    };
  });
  return { data, xaxis: nameAxis("Devices", counts.map(String)) };
}

/** An axis from 0 with room for values above bars, or a logarithmic one where the smallest bar would vanish beside the largest. */
export function valueAxis(quantity: string, unit: string, values: number[]): Partial<LayoutAxis> {
  const positive = values.filter((value) => value > 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least > 0 && most / least > 40) {
    const log = logAxis(quantity, `${unit}, logarithmic`, positive);
    return { ...log, range: [Math.log10(least) - 0.7, Math.log10(most) + 0.35] };
  }
  return axis(quantity, unit, { range: [Math.min(0, 1.15 * least), most > 0 ? 1.12 * most : 1] });
}
