import type { Data } from "plotly.js";
import type { ScalingPoint } from "../../measure/scaling";
import { measuredCounts, type Series } from "./series";

/** White around a label's letters, so that a line that passes behind them leaves them readable. */
export const halo = Array.from({ length: 8 }, (_, at) => {
  const angle = (at / 8) * 2 * Math.PI;
  return `${(2.5 * Math.cos(angle)).toFixed(1)}px ${(2.5 * Math.sin(angle)).toFixed(1)}px 1px white`;
}).join(", ");

/** What is written at points, and the scale of the axes. */
export interface LabelPlan {
  of: (point: ScalingPoint) => number;
  text: (value: number) => string;
  /** What a pixel is on the vertical axis. */
  perPixel: number;
  /** A line that labels keep clear of: its value at a device count. */
  clearOf: (devices: number) => number;
}

/** Distances in pixels: from a point up and down to its label, between two labels above each other and beside each other. */
const [reach, drop, line, column] = [15, 17, 17, 46];
/** About as wide as the axes are in a notebook, in pixels. */
const axesWidth = 700;

interface Label {
  /** The number of the series. */
  at: number;
  devices: number;
  value: number;
  /** Where the label's middle is. */
  place: number;
}

/**
 * Values written at the points of lines, in traces that the legend hides together with their series. Where points lie
 * close, the upper ones' labels are above and the lower ones' below, each clear of the next. Of equal values at one place
 * (all start at the baseline), one is written; where device counts are too close to each other, only the larger one's.
 */
export function pointLabels(series: Series[], plan: LabelPlan): Data[] {
  const placed = withRoom(measuredCounts(series)).flatMap((devices) => labelsAt(devices, series, plan));
  return series.map(({ name }, at): Data => {
    const own = placed.filter((label) => label.at === at);
    return {
      type: "scatter",
      mode: "text",
      name,
      legendgroup: name,
      showlegend: false,
      x: own.map(({ devices }) => devices),
      y: own.map(({ place }) => place),
      text: own.map(({ value }) => plan.text(value)),
      textposition: "middle center",
      textfont: { size: 14, shadow: halo },
      cliponaxis: false,
      hoverinfo: "skip",
    };
  });
}

/** The device counts whose labels do not run into the next one's. */
function withRoom(counts: number[]): number[] {
  const perDevice = axesWidth / (counts[counts.length - 1] - counts[0]);
  return counts.reduceRight<number[]>(
    (kept, count) => (kept.length === 0 || (kept[0] - count) * perDevice >= column ? [count, ...kept] : kept),
    [],
  );
}

function labelsAt(devices: number, series: Series[], { of, text, perPixel, clearOf }: LabelPlan): Label[] {
  const here = series
    .flatMap(({ points }, at) =>
      points.filter((point) => point.devices === devices).map((point) => ({ at, devices, value: of(point) })),
    )
    .sort((a, b) => b.value - a.value)
    .filter(({ value }, at, all) => at === 0 || text(value) !== text(all[at - 1].value));
  const clusters: (typeof here)[] = [];
  for (const label of here) {
    const cluster = clusters.at(-1);
    const near = cluster && cluster[cluster.length - 1].value - label.value < 2 * line * perPixel;
    if (near) cluster.push(label);
    else clusters.push([label]);
  }
  return clusters.flatMap((cluster, index) => {
    // A label alone is below its line, unless its line is the upper one of several.
    const above =
      cluster.length === 1
        ? Number(series.length > 1 && index === 0 && here.length > 1)
        : Math.floor(cluster.length / 2);
    let top = -Infinity;
    let bottom = Infinity;
    const upper = cluster.slice(0, above).reverse();
    const lower = cluster.slice(above);
    const away = clearOf(devices);
    const isOnLine = (place: number) => Math.abs(place - away) < 10 * perPixel;
    return [
      ...upper.map((label) => {
        top = Math.max(label.value + reach * perPixel, top + line * perPixel);
        if (isOnLine(top)) top = away + reach * perPixel;
        return { ...label, place: top };
      }),
      ...lower.map((label) => {
        bottom = Math.min(label.value - drop * perPixel, bottom - line * perPixel);
        if (isOnLine(bottom)) bottom = away - drop * perPixel;
        return { ...label, place: bottom };
      }),
    ];
  });
}
