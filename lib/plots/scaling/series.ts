import type { LayoutAxis } from "plotly.js-dist";
import type { ScalingPoint, ScalingStudy } from "../../measure/scaling";
import { axis, logAxis, seriesStyle, type SeriesStyle } from "../theme";
import { counted } from "../../system/words";

/** How to tell studies of one model apart. */
export interface ScalingFigureOptions {
  /** What follows each study's model in its name, in the studies' order: `["published", "here"]`; "" for nothing. */
  labels?: string[];
}

/** A study with its name and its look in a figure. */
export interface Series {
  name: string;
  points: ScalingPoint[];
  study: ScalingStudy;
  style: SeriesStyle;
}

/** A model's name as people write it: "resnet50v2" becomes ResNet50V2. Other names stay unchanged. */
export function modelName(model: string): string {
  return model
    .replace(/^resnet(\d+)$/i, "ResNet$1")
    .replace(/^resnet(\d+)v(\d)$/i, "ResNet$1V$2")
    .replace(/^efficientnetb(\d)$/i, "EfficientNetB$1");
}

/**
 * Names the studies: by model and label, and by kind of scaling and device where these do not tell them apart.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function seriesOf(studies: ScalingStudy[], { labels }: ScalingFigureOptions): Series[] {
  if (studies.length === 0)
    throw new Error("This figure needs a scaling study, and there are none: measure one first.");
  if (labels && labels.length !== studies.length) {
    throw new Error(`There are ${labels.length} labels for ${studies.length} studies: give one for each, "" for none.`);
  }
  const names = studies.map(({ model }, index) => [modelName(model), labels?.[index]].filter(Boolean).join(", "));
  const isRepeated = (name: string) => names.filter((other) => other === name).length > 1;
  return studies.map((study, index) => ({
    name: isRepeated(names[index])
      ? `${names[index]}, ${study.kind} scaling, ${study.device.toUpperCase()}`
      : names[index],
    points: study.points,
    study,
    style: seriesStyle(index),
  }));
}

/** The device counts that any of the studies measured, ascending. */
export function measuredCounts(series: Series[]): number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ devices }) => devices)))].sort((a, b) => a - b);
}

/** The baseline and the point with the most devices, where there is one study with several points. */
export function farthest(series: Series[]): { name: string; first: ScalingPoint; last: ScalingPoint } | undefined {
  const [{ name, points }] = series;
  return series.length > 1 || points.length < 2
    ? undefined
    : { name, first: points[0], last: points[points.length - 1] };
}

/**
 * The study that ranks highest on the most devices. Undefined unless all studies were measured from the same baseline to
 * the same count, because others do not compare.
 */
export function highestRanked(
  series: Series[],
  rank: (point: ScalingPoint) => number,
): { name: string; point: ScalingPoint } | undefined {
  const ends = series.map(({ name, points }) => ({ name, first: points[0], point: points[points.length - 1] }));
  const [{ first, point }] = ends;
  const alike = ends.every((end) => end.first.devices === first.devices && end.point.devices === point.devices);
  if (series.length < 2 || first === point || !alike) return undefined;
  return ends.reduce((best, end) => (rank(end.point) > rank(best.point) ? end : best));
}

/** What a figure's title says; undefined where there is nothing to say. */
export interface Titles {
  /** Of one study with several device counts. */
  one: (study: NonNullable<ReturnType<typeof farthest>>) => string | undefined;
  /** Of the {@link highestRanked} of several studies by `rank`. */
  best: (leading: NonNullable<ReturnType<typeof highestRanked>>) => string | undefined;
  rank: (point: ScalingPoint) => number;
  /** The title where neither applies. */
  quantity: string;
}

/** A figure's title: what it shows, or the quantity alone where studies do not compare. */
export function titleOf(series: Series[], { one, best, rank, quantity }: Titles): string {
  const study = farthest(series);
  const leading = highestRanked(series, rank);
  const finding = study ? one(study) : leading && best(leading);
  if (finding !== undefined) return finding;
  return series.length > 1 ? quantity : `${series[0].name}: ${quantity.charAt(0).toLowerCase()}${quantity.slice(1)}`;
}

/** "on 4 devices". */
export const onDevices = ({ devices }: ScalingPoint): string => `on ${counted(devices, "device")}`;

/** An axis of measured device counts, whose distances are to scale. */
export function devicesAxis(counts: number[]): Partial<LayoutAxis> {
  const span = Math.max(1, counts[counts.length - 1] - counts[0]);
  return axis("Devices", undefined, {
    tickvals: counts,
    ticktext: counts.map(String),
    range: [counts[0] - 0.08 * span, counts[counts.length - 1] + 0.1 * span],
  });
}

/** From this ratio of the largest to the smallest value on, an axis is logarithmic: small bars would vanish otherwise. */
const logarithmicFrom = 40;

/**
 * An axis from 0 with room for text beyond the largest value, or a logarithmic one where the smallest value would vanish.
 * @param room `above`: the end of a linear axis as a multiple of the largest value; `below`: how far a logarithmic axis
 * starts below the smallest value, in powers of ten.
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
  const range: [number, number] = [Math.min(0, 1.15 * least), most > 0 ? room.above * most : 1];
  return axis(quantity, unit, { range, tickformat: "," });
}
