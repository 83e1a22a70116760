import type { NodesTimeline, Spell } from "../nodes-timeline";
import type { Figure } from "../../../lib/plots/figure";
import { colours, shortNumber } from "../../../lib/plots/theme";
import { lanesFigure, type Kind } from "./lanes";

/** A timeline with its name: `sync`, `accumulate`. */
interface NamedTimeline {
  name: string;
  timeline: NodesTimeline;
}

const kinds: (Kind & { what: Spell["what"] })[] = [
  { what: "compute", name: "compute", style: { colour: colours.blue, pattern: "" } },
  { what: "wait", name: "wait for the slowest", style: { colour: "#DDDDDD", pattern: "." } },
  { what: "all-reduce", name: "all-reduce", style: { colour: colours.orange, pattern: "/" } },
];

/**
 * What each node does over some steps: it computes, waits for the slowest node, and takes part in the all-reduce. Several
 * ways to train stand below each other, on one scale.
 * @throws one line when there is no timeline.
 */
export function nodesTimelineFigure(timelines: NamedTimeline[]): Figure {
  if (timelines.length === 0) throw new Error("This figure needs a timeline, and there are none: give one.");
  const barOf = ({ what, start, end }: Spell) => ({
    kind: kinds.findIndex((kind) => kind.what === what),
    start,
    seconds: end - start,
  });
  const ways = timelines.map(({ name, timeline }) => ({ name, nodes: timeline.nodes.map((of) => of.map(barOf)) }));
  const seconds = Math.max(...timelines.map(({ timeline }) => timeline.seconds));
  return lanesFigure(titleOf(timelines), kinds, ways, { time: "the first step began", seconds });
}

function titleOf(timelines: NamedTimeline[]): string {
  const parts = timelines.map(({ name, timeline }) => `${name} ${shortNumber(timeline.seconds)} s`);
  const [{ timeline }] = timelines;
  const steps = timeline.nodes[0].filter(({ what }) => what === "compute").length;
  return `${steps} steps on ${timeline.nodes.length} nodes: ${parts.join(", ")}`;
}
