import type { Data } from "plotly.js-dist";
import type { NodesSteps } from "../slow-nodes";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, colours, figure, laneAxis, legendRoom } from "../../../lib/plots/theme";

const kinds: { name: string; style: Parameters<typeof barMarker>[0] }[] = [
  { name: "wait for images", style: { colour: "#DDDDDD", pattern: "." } },
  { name: "step that only computes", style: { colour: colours.blue, pattern: "" } },
  { name: "step that ends with an all-reduce", style: { colour: colours.orange, pattern: "/" } },
];

interface Bar {
  kind: number;
  start: number;
  seconds: number;
}

/**
 * What each node did in the first steps of several runs: it waited for its images, computed, or took part in an all-reduce. A
 * node's bars follow one another; all runs have one scale.
 * @param shown The number of steps. Default: two groups, each up to its all-reduce.
 * @throws one line when there is no run.
 */
export function nodesStepsFigure(runs: NodesSteps[], shown?: number): Figure {
  if (runs.length === 0) throw new Error("This figure needs the steps of a run, and there are none: give one.");
  const lanes: { text: string; y: number; bars: Bar[] }[] = [];
  let y = 0;
  for (const run of runs) {
    run.nodes.forEach((_, node) => {
      const text = `${node === 0 ? `<b>${run.name}</b>   ` : ""}node ${node + 1}`;
      lanes.push({ text, y, bars: barsOf(run, node, shown ?? 2 * run.syncEvery) });
      y++;
    });
    y += 0.6;
  }
  const names = kinds.map(({ name }) => name);
  const room = legendRoom(names, 34 * y + 30);
  const most = Math.max(...lanes.flatMap(({ bars }) => bars.map(({ start, seconds }) => start + seconds)));
  return figure(
    "The same network on two nodes: where does the time go?",
    kinds.map((_, kind) => traceOf(kind, lanes)),
    {
      ...room,
      margin: { ...room.margin, l: 140 },
      barmode: "overlay",
      xaxis: axis("Time since the first step's images were asked for", "s", { range: [0, 1.01 * most] }),
      yaxis: { ...laneAxis(lanes, [y - 0.9, -0.6]), ticks: "" },
    },
  );
}

function barsOf({ nodes, syncEvery }: NodesSteps, node: number, shown: number): Bar[] {
  const { wait, seconds } = nodes[node];
  let clock = 0;
  return seconds.slice(0, shown).flatMap((duration, step) => {
    const begin = clock + wait[step];
    const isSync = (step + 1) % syncEvery === 0 || step === seconds.length - 1;
    const bars: Bar[] = [
      { kind: 0, start: clock, seconds: wait[step] },
      { kind: isSync ? 2 : 1, start: begin, seconds: duration },
    ];
    clock = begin + duration;
    return bars;
  });
}

function traceOf(kind: number, lanes: { y: number; bars: Bar[] }[]): Data {
  const bars = lanes.flatMap(({ y, bars: of }) => of.filter((bar) => bar.kind === kind).map((bar) => ({ ...bar, y })));
  const trace = {
    type: "bar" as const,
    orientation: "h" as const,
    name: kinds[kind].name,
    base: bars.map(({ start }) => start),
    x: bars.map(({ seconds }) => seconds),
    y: bars.map((bar) => bar.y),
    width: 0.8,
    marker: barMarker(kinds[kind].style),
    hovertemplate: "%{x:.3s} s",
  };
  return trace; // plotly's types lack `base`
}
