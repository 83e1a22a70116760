import type { Data } from "plotly.js-dist";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, figure, laneAxis, heightOf } from "../../../lib/plots/theme";

/** What a bar may stand for. */
export interface Kind {
  name: string;
  style: Parameters<typeof barMarker>[0];
}

/** Something that a node did, of the kind with this index. */
export interface Bar {
  kind: number;
  start: number;
  seconds: number;
}

/** The height of a node's lane, in pixels. */
const height = 34;

/**
 * What nodes did, a lane for each, on one scale; several runs stand below each other.
 * @param time What the axis of time begins with.
 * @param seconds The end of that axis.
 */
export function lanesFigure(
  title: string,
  kinds: readonly Kind[],
  runs: readonly { name: string; nodes: readonly (readonly Bar[])[] }[],
  { time, seconds }: { time: string; seconds: number },
): Figure {
  const lanes: { text: string; y: number; bars: readonly Bar[] }[] = [];
  let y = 0;
  for (const { name, nodes } of runs) {
    nodes.forEach((bars, node) => {
      lanes.push({ text: `${node === 0 ? `<b>${name}</b>   ` : ""}node ${node + 1}`, y, bars });
      y++;
    });
    y += 0.6;
  }
  return figure(
    title,
    kinds.map((kind, index) => barsOf(kind, index, lanes)),
    {
      height: heightOf(height * y + 30),
      margin: { l: 140 },
      barmode: "overlay",
      xaxis: axis(`Time since ${time}`, "s", { range: [0, 1.01 * seconds] }),
      yaxis: { ...laneAxis(lanes, [y - 0.9, -0.6]), ticks: "" },
    },
  );
}

function barsOf({ name, style }: Kind, kind: number, lanes: readonly { y: number; bars: readonly Bar[] }[]): Data {
  const bars = lanes.flatMap(({ y, bars: all }) =>
    all.filter((bar) => bar.kind === kind).map((bar) => ({ ...bar, y })),
  );
  const trace = {
    type: "bar" as const,
    orientation: "h" as const,
    name,
    base: bars.map(({ start }) => start),
    x: bars.map(({ seconds }) => seconds),
    y: bars.map((bar) => bar.y),
    width: 0.8,
    marker: barMarker(style),
    hovertemplate: "%{x:.3s} s",
  };
  return trace; // plotly's types lack `base`
}
