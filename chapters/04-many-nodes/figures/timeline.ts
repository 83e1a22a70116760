import type { Data } from "plotly.js-dist";
import type { NodesTimeline, Spell } from "../nodes-timeline";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, colours, figure, laneAxis, legendRoom, shortNumber } from "../../../lib/plots/theme";

/** A timeline with its name: `sync`, `accumulate`. */
interface NamedTimeline {
  name: string;
  timeline: NodesTimeline;
}

const kinds: { what: Spell["what"]; name: string; style: Parameters<typeof barMarker>[0] }[] = [
  { what: "compute", name: "compute", style: { colour: colours.blue, pattern: "" } },
  { what: "wait", name: "wait for the slowest", style: { colour: "#DDDDDD", pattern: "." } },
  { what: "all-reduce", name: "all-reduce", style: { colour: colours.orange, pattern: "/" } },
];

/** The height of a node's lane, in pixels. */
const lane = 34;

/**
 * What each node does over some steps: it computes, waits for the slowest node, and takes part in the all-reduce. Several
 * ways to train stand below each other, on one scale.
 * @throws one line when there is no timeline.
 */
export function nodesTimelineFigure(timelines: NamedTimeline[]): Figure {
  if (timelines.length === 0) throw new Error("This figure needs a timeline, and there are none: give one.");
  const lanes: { text: string; y: number; spells: Spell[] }[] = [];
  let y = 0;
  for (const { name, timeline } of timelines) {
    timeline.nodes.forEach((spells, node) => {
      lanes.push({ text: `${node === 0 ? `<b>${name}</b>   ` : ""}node ${node + 1}`, y, spells });
      y++;
    });
    y += 0.6;
  }
  const seconds = Math.max(...timelines.map(({ timeline }) => timeline.seconds));
  const room = legendRoom(
    kinds.map(({ name }) => name),
    lane * y + 30,
  );
  return figure(
    titleOf(timelines),
    kinds.map((kind) => barsOf(kind, lanes)),
    {
      ...room,
      margin: { ...room.margin, l: 140 },
      barmode: "overlay",
      xaxis: axis("Time since the first step began", "s", { range: [0, 1.01 * seconds] }),
      yaxis: { ...laneAxis(lanes, [y - 0.9, -0.6]), ticks: "" },
    },
  );
}

function barsOf({ what, name, style }: (typeof kinds)[number], lanes: { y: number; spells: Spell[] }[]): Data {
  const bars = lanes.flatMap(({ y, spells }) =>
    spells.filter((spell) => spell.what === what).map((spell) => ({ ...spell, y })),
  );
  const trace = {
    type: "bar" as const,
    orientation: "h" as const,
    name,
    base: bars.map(({ start }) => start),
    x: bars.map(({ start, end }) => end - start),
    y: bars.map(({ y }) => y),
    width: 0.8,
    marker: barMarker(style),
    hovertemplate: "%{x:.3s} s",
  };
  return trace; // plotly's types lack `base`
}

function titleOf(timelines: NamedTimeline[]): string {
  const parts = timelines.map(({ name, timeline }) => `${name} ${shortNumber(timeline.seconds)} s`);
  const [{ timeline }] = timelines;
  const steps = timeline.nodes[0].filter(({ what }) => what === "compute").length;
  return `${steps} steps on ${timeline.nodes.length} nodes: ${parts.join(", ")}`;
}
