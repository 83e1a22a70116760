import type { Annotation, Shape } from "plotly.js-dist";
import { mean } from "simple-statistics";
import { cells, type Observation } from "../../experiment/observations";
import { driftOf, type Drift, type OrderedRun } from "../../experiment/statistics/drift";
import { levelsInOrder, levelsText, modeStyle, percent, remarks } from "./text";
import { counted } from "../../system/words";
import type { Figure } from "../figure";
import { axis, colours, legendAbove, heightOf, pointMarker, zeroLine, notedFigure } from "../theme";
import { scatter, textAnnotation, type Trace } from "../traces";

/** In pixels: the height of the axes, and of the row of the blocks' names above them. */
const [axesHeight, blockRow] = [330, 24];

/**
 * Each run's time as a share of its configuration's mean, in the order in which the runs started, with the design's blocks
 * shaded and the drift as a straight line. A design in a fixed order mistakes a drift for an effect of the configurations
 * that ran last; a random order spreads it over all configurations.
 * @throws one line when no configuration has two replicates, or the runs do not say when they started.
 */
export function runOrderFigure(observations: readonly Observation[], options: { label?: string } = {}): Figure {
  const ordered = inOrder(observations);
  const modes = levelsInOrder(
    ordered.map(({ observation }) => observation),
    "mode",
  );
  const drift = driftOf(ordered);
  const middle = mean(ordered.map(({ number }) => number));
  const ends = [1, ordered[ordered.length - 1].number];
  const reach = 115 * Math.max(0.005, ...ordered.map(({ deviation }) => Math.abs(deviation)));
  const traces: Trace[] = [
    ...modes.map((mode) => runsOf(ordered, String(mode))),
    {
      ...scatter("lines", "drift"),
      x: ends,
      y: ends.map((number) => 100 * drift.perRun * (number - middle)),
      line: { color: colours.vermilion, width: 2.5, dash: "dash" },
      hoverinfo: "skip",
    },
  ];
  const note = remarks(options.label, aloneText(observations.length - ordered.length));
  const blocks = blocksOf(ordered);
  return notedFigure(titleOf(drift), note, traces, {
    height: heightOf(axesHeight),
    showlegend: true,
    legend: { ...legendAbove, y: 1 + blockRow / axesHeight },
    xaxis: axis("Run, in the order in which they started", undefined, { range: [0.3, ends[1] + 0.7], showgrid: false }),
    yaxis: axis("Time beyond its configuration's mean", "%", { range: [-reach, reach], ...zeroLine }),
    shapes: blocks.map(shadeOf),
    annotations: blocks.map(nameOf),
  });
}

/** The runs of configurations with several runs, each with its number among all runs. */
function inOrder(observations: readonly Observation[]): OrderedRun[] {
  if (new Set(observations.map(({ run }) => run.startedAt)).size < observations.length) {
    throw new Error(
      "Some of these runs started at one and the same time, so they have no order: pass runs as they ran.",
    );
  }
  const sorted = [...observations].sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  const means = new Map<Observation, number>();
  for (const { observations: replicates } of cells(observations)) {
    if (replicates.length < 2) continue;
    const centre = mean(replicates.map(({ seconds }) => seconds));
    for (const observation of replicates) means.set(observation, centre);
  }
  if (means.size === 0) {
    throw new Error(
      "This figure needs configurations with at least two replicates, and there are none: run a second one.",
    );
  }
  return sorted.flatMap((observation, index) => {
    const centre = means.get(observation);
    if (centre === undefined) return [];
    return [{ number: index + 1, observation, deviation: observation.seconds / centre - 1 }];
  });
}

function runsOf(ordered: OrderedRun[], mode: string): Trace {
  const runs = ordered.filter(({ observation }) => observation.levels.mode === mode);
  return {
    ...scatter("markers", mode),
    x: runs.map(({ number }) => number),
    y: runs.map(({ deviation }) => 100 * deviation),
    marker: { ...pointMarker(modeStyle(mode)), size: runs.length > 60 ? 7 : 10 },
    hovertext: runs.map(({ observation }) => `${levelsText(observation.levels)}, replicate ${observation.replicate}`),
    hovertemplate: "run %{x}: %{hovertext}, %{y:+.2f} %<extra></extra>",
  };
}

function aloneText(count: number): string {
  return count === 0
    ? ""
    : `${counted(count, "run")} without a second replicate ${count === 1 ? "is" : "are"} left out`;
}

/** Consecutive runs of one replicate. */
interface Block {
  replicate: number;
  from: number;
  to: number;
}

/** The blocks of the design; none where replicates did not run one after another. */
function blocksOf(ordered: readonly OrderedRun[]): Block[] {
  const blocks: Block[] = [];
  for (const { number, observation } of ordered) {
    const last = blocks.at(-1);
    if (last?.replicate === observation.replicate) last.to = number;
    else blocks.push({ replicate: observation.replicate, from: number, to: number });
  }
  return blocks.length === new Set(blocks.map(({ replicate }) => replicate)).size ? blocks : [];
}

function shadeOf({ from, to }: Block, index: number): Partial<Shape> {
  return {
    type: "rect",
    yref: "paper",
    x0: from - 0.5,
    x1: to + 0.5,
    y0: 0,
    y1: 1,
    fillcolor: index % 2 === 0 ? "#EEEEEE" : "#FFFFFF",
    line: { width: 0 },
    layer: "below",
  };
}

function nameOf({ replicate, from, to }: Block, _: number, { length }: Block[]): Partial<Annotation> {
  const text = length > 8 ? String(replicate) : `block ${replicate}`;
  return textAnnotation(text, { x: (from + to) / 2, yref: "paper", y: 1, yanchor: "bottom", font: { size: 13 } });
}

function titleOf({ perRun, low, high }: Drift): string {
  const ten = (share: number): string => percent(10 * share);
  if (low === undefined || high === undefined)
    return `Drift: ${ten(perRun)} in ten runs, from too few runs for an interval`;
  const interval = `99 % interval ${ten(low)} to ${ten(high)}`;
  return low <= 0 && high >= 0
    ? `No drift shown: ${ten(perRun)} in ten runs (${interval})`
    : `Drift: ${ten(perRun)} in ten runs (${interval})`;
}
