import type { Data, LayoutAxis } from "plotly.js";
import type { ScalingPoint, ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { axis, barMarker, figure, legendRoom, logAxis, nameAxis, seriesStyle, short, type SeriesStyle } from "../theme";

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
  return model
    .replace(/^resnet(\d+)$/i, "ResNet$1")
    .replace(/^resnet(\d+)v(\d)$/i, "ResNet$1V$2")
    .replace(/^efficientnetb(\d)$/i, "EfficientNetB$1");
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

/** The only study's point with the most devices, where it has several: what a title can speak of. */
export function farthest(series: Series[]): { name: string; first: ScalingPoint; last: ScalingPoint } | undefined {
  const [{ name, points }] = series;
  return series.length > 1 || points.length < 2
    ? undefined
    : { name, first: points[0], last: points[points.length - 1] };
}

/**
 * Which of several studies has most of something on the most devices. Undefined unless all were measured from the same
 * baseline to the same count, because others do not compare.
 */
export function leader(
  series: Series[],
  of: (point: ScalingPoint) => number,
): { name: string; point: ScalingPoint } | undefined {
  const ends = series.map(({ name, points }) => ({ name, first: points[0], point: points[points.length - 1] }));
  const [{ first, point }] = ends;
  const alike = ends.every((end) => end.first.devices === first.devices && end.point.devices === point.devices);
  if (series.length < 2 || first === point || !alike) return undefined;
  return ends.reduce((best, end) => (of(end.point) > of(best.point) ? end : best));
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
export function barsByDevices(title: string, series: Series[], bars: BarPlan): Figure {
  const counts = measuredCounts(series);
  const number = counts.length * series.length;
  const data = series.map(({ name, points, style }): Data => {
    const values = points.map(bars.of);
    return {
      type: "bar",
      name,
      x: points.map(({ devices }) => counts.indexOf(devices)),
      y: values,
      text: values.map((value) => short(value).replace("-", "−") + (number > 10 ? "" : bars.suffix)),
      textposition: "outside",
      constraintext: "none",
      textangle: number > 18 ? -90 : 0,
      textfont: { size: number > 10 ? 12 : 14 },
      cliponaxis: false,
      marker: barMarker(style),
      hovertemplate: `%{y:.4s} ${bars.unit}`,
      ...(series.length === 1 && { width: 0.5 }),
    };
  });
  const names = nameAxis("Devices", counts.map(String));
  return figure(title, data, {
    ...legendRoom(
      series.map(({ name }) => name),
      306,
    ),
    barmode: "group",
    bargap: 0.25,
    // A single bar would fill the figure.
    xaxis: counts.length > 1 ? names : { ...names, range: [-1.2, 1.2] },
    yaxis: valueAxis(
      bars.quantity,
      bars.unit,
      series.flatMap(({ points }) => points.map(bars.of)),
    ),
  });
}

/** What bars show. */
export interface BarPlan {
  of: (point: ScalingPoint) => number;
  /** What stands behind the value above a bar, where there is room for it. */
  suffix: string;
  quantity: string;
  unit: string;
}

/** From this ratio of the largest value to the smallest on, an axis is logarithmic: bars would vanish beside others. */
const logarithmicFrom = 40;

/**
 * An axis from 0 with room for what is written beyond the largest value, or a logarithmic one where the smallest would
 * vanish beside it.
 * @param room `above`: a linear axis's end as a multiple of the largest value; `below`: how far a logarithmic axis begins
 * below the smallest value, in powers of ten.
 */
export function valueAxis(
  quantity: string,
  unit: string,
  values: number[],
  room = { above: 1.12, below: 0.7 },
): Partial<LayoutAxis> {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least > 0 && most / least > logarithmicFrom) {
    const log = logAxis(quantity, `${unit}, logarithmic`, values);
    return { ...log, range: [Math.log10(least) - room.below, Math.log10(most) + 0.35] };
  }
  const range = [Math.min(0, 1.15 * least), most > 0 ? room.above * most : 1];
  return axis(quantity, unit, { range, tickformat: "," });
}
