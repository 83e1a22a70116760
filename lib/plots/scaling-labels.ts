import type { Data } from "plotly.js";
import type { Series } from "./scaling-series";
import type { ScalingPoint } from "../measure/scaling";

/** Light behind a label's letters, so that a line that passes below them leaves them readable. */
const halo = Array.from({ length: 8 }, (_, at) => {
  const angle = (at / 8) * 2 * Math.PI;
  return `${(2.5 * Math.cos(angle)).toFixed(1)}px ${(2.5 * Math.sin(angle)).toFixed(1)}px 1px white`;
}).join(", ");

/** How labels lie around points. */
export interface LabelPlan {
  of: (point: ScalingPoint) => number;
  text: (value: number) => string;
  /** What a pixel is on the vertical axis. */
  perPixel: number;
  /** Where the labels of all but the highest series go; the highest one's go to the other side of its line. */
  side: "below" | "above";
}

/** Distance between the middles of a point and of its label, and between those of two labels, in pixels. */
const [reach, line] = [18, 17];

/**
 * Values written beside the points of lines. Each series' labels belong to its line (the legend hides both together), and
 * where points of several series lie close, their labels move apart. The baseline, which is the same for all, is written once.
 */
export function pointLabels(series: Series[], { of, text, perPixel, side }: LabelPlan): Data[] {
  const all = series.flatMap(({ points }, at) => points.map((point) => ({ at, point, y: of(point) })));
  const counts = [...new Set(all.map(({ point }) => point.devices))];
  const placed = counts.flatMap((devices) => {
    const here = all.filter(({ point }) => point.devices === devices).sort((a, b) => b.y - a.y);
    const distinct = here.filter(
      ({ y }, at) => at === 0 || text(y) !== text(here[at - 1].y) || here[at - 1].y - y > line * perPixel,
    );
    const upper = side === "above" ? Math.max(1, Math.floor(distinct.length / 2)) : Math.floor(distinct.length / 2);
    let above = -Infinity;
    let below = Infinity;
    const up = distinct.slice(0, upper).reverse();
    const down = distinct.slice(upper);
    return [
      ...up.map((label) => ({
        ...label,
        at: label.at,
        place: (above = Math.max(label.y + reach * perPixel, above + line * perPixel)),
      })),
      ...down.map((label) => ({
        ...label,
        place: (below = Math.min(label.y - reach * perPixel, below - line * perPixel)),
      })),
    ];
  });
  return series.map(({ name }, at): Data => {
    const own = placed.filter((label) => label.at === at);
    return {
      type: "scatter",
      mode: "text",
      x: own.map(({ point }) => point.devices),
      y: own.map(({ place }) => place),
      text: own.map(({ y }) => text(y)),
      textposition: "middle center",
      textfont: { size: 14, shadow: halo },
      cliponaxis: false,
      name,
      legendgroup: name,
      showlegend: false,
      hoverinfo: "skip",
    };
  });
}
