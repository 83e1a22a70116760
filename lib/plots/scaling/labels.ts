import type { Data } from "plotly.js-dist";
import type { ScalingPoint } from "../../measure/scaling";
import { measuredCounts, type Series } from "./series";
import { scatter } from "../traces";

/** White around the letters of a label, so that it stays readable over a line. */
export const halo = Array.from({ length: 8 }, (_, at) => {
  const angle = (at / 8) * 2 * Math.PI;
  return `${(2.5 * Math.cos(angle)).toFixed(1)}px ${(2.5 * Math.sin(angle)).toFixed(1)}px 1px white`;
}).join(", ");

/** The text at points, and the scale of the axes. */
interface LabelPlan {
  valueOf: (point: ScalingPoint) => number;
  text: (value: number) => string;
  /** The value of one pixel on the vertical axis. */
  perPixel: number;
  /** The value, at a device count, of a line that labels keep clear of. */
  clearOf: (devices: number) => number;
}

/** Distances in pixels: from a point up and down to its label, from a label to the one above it and the one beside it. */
const [reach, drop, line, column] = [15, 17, 17, 46];
/** About the width of the axes in a notebook, in pixels. */
const axesWidth = 700;

interface Label {
  /** The index of its series. */
  series: number;
  devices: number;
  value: number;
  /** Where the label's middle is. */
  place: number;
}

/**
 * Values written at the points of lines, in traces that the legend hides together with their series. Where points lie close
 * together, the upper half is labelled above, the lower half below, without overlap. Equal values at one place (all studies
 * start at the baseline) are written once; of device counts too close together, only the larger is labelled.
 */
export function pointLabels(series: Series[], plan: LabelPlan): Data[] {
  const placed = withRoom(measuredCounts(series)).flatMap((devices) => labelsAt(devices, series, plan));
  return series.map(({ name }, index): Data => {
    const labels = placed.filter((label) => label.series === index);
    return {
      ...scatter("text", name, name),
      showlegend: false,
      x: labels.map(({ devices }) => devices),
      y: labels.map(({ place }) => place),
      text: labels.map(({ value }) => plan.text(value)),
      textposition: "middle center",
      textfont: { size: 14, shadow: halo },
      cliponaxis: false,
      hoverinfo: "skip",
    };
  });
}

/** The device counts whose labels have room before the next one. */
function withRoom(counts: number[]): number[] {
  const perDevice = axesWidth / (counts[counts.length - 1] - counts[0]);
  return counts.reduceRight<number[]>(
    (kept, count) => (kept.length === 0 || (kept[0] - count) * perDevice >= column ? [count, ...kept] : kept),
    [],
  );
}

function labelsAt(devices: number, allSeries: Series[], { valueOf, text, perPixel, clearOf }: LabelPlan): Label[] {
  const labels = allSeries
    .flatMap(({ points }, series) =>
      points.filter((point) => point.devices === devices).map((point) => ({ series, devices, value: valueOf(point) })),
    )
    .sort((a, b) => b.value - a.value)
    .filter(({ value }, index, all) => index === 0 || text(value) !== text(all[index - 1].value));
  const clusters: (typeof labels)[] = [];
  for (const label of labels) {
    const cluster = clusters.at(-1);
    const isNear = cluster && cluster[cluster.length - 1].value - label.value < 2 * line * perPixel;
    if (isNear) cluster.push(label);
    else clusters.push([label]);
  }
  return clusters.flatMap((cluster, index) => {
    // A single label is below its line, unless its line is the upper one of several.
    const isUpper = allSeries.length > 1 && index === 0 && labels.length > 1;
    const above = cluster.length === 1 ? Number(isUpper) : Math.floor(cluster.length / 2);
    let top = -Infinity;
    let bottom = Infinity;
    const upper = cluster.slice(0, above).reverse();
    const lower = cluster.slice(above);
    const lineValue = clearOf(devices);
    const isOnLine = (place: number) => Math.abs(place - lineValue) < 10 * perPixel;
    return [
      ...upper.map((label) => {
        top = Math.max(label.value + reach * perPixel, top + line * perPixel);
        if (isOnLine(top)) top = lineValue + reach * perPixel;
        return { ...label, place: top };
      }),
      ...lower.map((label) => {
        bottom = Math.min(label.value - drop * perPixel, bottom - line * perPixel);
        if (isOnLine(bottom)) bottom = lineValue - drop * perPixel;
        return { ...label, place: bottom };
      }),
    ];
  });
}
