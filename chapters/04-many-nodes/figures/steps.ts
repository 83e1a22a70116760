import type { NodesSteps } from "../slow-nodes";
import type { Figure } from "../../../lib/plots/figure";
import { colours } from "../../../lib/plots/theme";
import { lanesFigure, type Bar, type Kind } from "./lanes";

const kinds: Kind[] = [
  { name: "wait for images", style: { colour: "#DDDDDD", pattern: "." } },
  { name: "step that only computes", style: { colour: colours.blue, pattern: "" } },
  { name: "step that ends with an all-reduce", style: { colour: colours.orange, pattern: "/" } },
];

/**
 * What each node did in the first steps of several runs: it waited for its images, computed, or took part in an all-reduce. A
 * node's bars follow one another; all runs have one scale.
 * @param shown The number of steps. Default: two groups, each up to its all-reduce.
 * @throws one line when there is no run.
 */
export function nodesStepsFigure(runs: NodesSteps[], shown?: number): Figure {
  if (runs.length === 0) throw new Error("This figure needs the steps of a run, and there are none: give one.");
  const drawn = runs.map((run) => ({
    name: run.name,
    nodes: run.nodes.map((_, node) => barsOf(run, node, shown ?? 2 * run.syncEvery)),
  }));
  const ends = drawn.flatMap(({ nodes }) => nodes.flat().map(({ start, seconds }) => start + seconds));
  return lanesFigure("The same network on two nodes: where does the time go?", kinds, drawn, {
    time: "the first step's images were asked for",
    seconds: Math.max(...ends),
  });
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
