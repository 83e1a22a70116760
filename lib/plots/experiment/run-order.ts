import type { Annotations, Shape } from "plotly.js";
import { mean, sum } from "simple-statistics";
import { cells, type Observation } from "../../experiment/observations";
import { standardErrors } from "../../experiment/statistics";
import { levelsInOrder, levelsText, modeStyle, percent, remarks } from "./text";
import { counted } from "../../system/words";
import type { Figure } from "../figure";
import { notedFigure } from "../noted";
import { axis, colours, legendAbove, legendRoom, pointMarker, zeroLine } from "../theme";
import { words, type Trace } from "../traces";

/** A run in the order in which the runs started, from 1. */
interface Ordered {
  at: number;
  observation: Observation;
  /** Its share above its configuration's mean: 0.01 is 1 % slower. */
  deviation: number;
}

/** How the response changes from one run to the next. */
interface Drift {
  /** Share of the configuration's mean that a run adds. */
  perRun: number;
  /** 99 % interval of {@link perRun}; missing where the runs are too few. */
  low?: number;
  high?: number;
}

const level = 0.99;

/** Pixels: height of the axes; of the row of the blocks' names above them. */
const [axesHeight, blockRow] = [330, 18];

/**
 * Each run's time as a share of its configuration's mean, in the order in which the runs started, with the blocks of the
 * design shaded and the drift that a straight line through all configurations finds. Where something drifts, a design in a
 * fixed order takes it for an effect of whatever was run last; a random order spreads it over all configurations.
 * @throws one line when no configuration has two replicates, or the runs do not say when they started.
 */
export function runOrderFigure(observations: readonly Observation[], options: { label?: string } = {}): Figure {
  const ordered = inOrder(observations);
  const modes = levelsInOrder(
    ordered.map(({ observation }) => observation),
    "mode",
  );
  const drift = driftOf(ordered);
  const middle = mean(ordered.map(({ at }) => at));
  const ends = [1, ordered[ordered.length - 1].at];
  const reach = 115 * Math.max(0.005, ...ordered.map(({ deviation }) => Math.abs(deviation)));
  const names = [...modes.map(String), "drift"];
  const room = legendRoom(names, axesHeight);
  const traces: Trace[] = [
    ...modes.map((mode) => runsOf(ordered, String(mode))),
    {
      type: "scatter",
      mode: "lines",
      name: "drift",
      x: ends,
      y: ends.map((at) => 100 * drift.perRun * (at - middle)),
      line: { color: colours.vermilion, width: 2.5, dash: "dash" },
      hoverinfo: "skip",
    },
  ];
  const note = remarks(options.label, aloneText(observations.length - ordered.length));
  const blocks = blocksOf(ordered);
  return notedFigure(titleOf(drift), note, traces, {
    ...room,
    height: room.height + blockRow,
    margin: { ...room.margin, t: room.margin.t! + blockRow },
    showlegend: true,
    legend: { ...legendAbove, y: 1 + 24 / axesHeight },
    xaxis: axis("Run, in the order in which they started", undefined, { range: [0.3, ends[1] + 0.7], showgrid: false }),
    yaxis: axis("Time beyond its configuration's mean", "%", {
      range: [-reach, reach],
      ...zeroLine,
    }),
    shapes: blocks.map(shadeOf),
    annotations: blocks.map(nameOf),
  });
}

/** The runs whose configuration has several, numbered among all of them. */
function inOrder(observations: readonly Observation[]): Ordered[] {
  if (new Set(observations.map(({ run }) => run.startedAt)).size < observations.length) {
    throw new Error(
      "Some of these runs started at one and the same time, so they have no order: pass runs as they ran.",
    );
  }
  const sorted = [...observations].sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  const means = new Map<Observation, number>();
  for (const { observations: own } of cells(observations)) {
    if (own.length < 2) continue;
    const centre = mean(own.map(({ seconds }) => seconds));
    for (const observation of own) means.set(observation, centre);
  }
  if (means.size === 0) {
    throw new Error(
      "This figure needs configurations with at least two replicates, and there are none: run a second one.",
    );
  }
  return sorted.flatMap((observation, index) => {
    const centre = means.get(observation);
    return centre === undefined ? [] : [{ at: index + 1, observation, deviation: observation.seconds / centre - 1 }];
  });
}

/**
 * The slope of the deviations over the runs' order by least squares, with a mean of its own for each configuration: those
 * means take a degree of freedom each, and only how a configuration's own runs lie apart counts.
 */
function driftOf(ordered: readonly Ordered[]): Drift {
  const groups = cells(ordered.map(({ observation }) => observation));
  const place = new Map(ordered.map((each) => [each.observation, each]));
  const within = groups.flatMap(({ observations }) => {
    const own = observations.flatMap((each) => place.get(each) ?? []);
    const middle = mean(own.map(({ at }) => at));
    return own.map(({ at, deviation }) => ({ x: at - middle, y: deviation }));
  });
  const spread = sum(within.map(({ x }) => x * x));
  const perRun = sum(within.map(({ x, y }) => x * y)) / spread;
  const degreesOfFreedom = ordered.length - groups.length - 1;
  if (degreesOfFreedom < 1) return { perRun };
  const variance = sum(within.map(({ x, y }) => (y - perRun * x) ** 2)) / degreesOfFreedom;
  const reach = standardErrors(degreesOfFreedom, level) * Math.sqrt(variance / spread);
  return { perRun, low: perRun - reach, high: perRun + reach };
}

function runsOf(all: Ordered[], mode: string): Trace {
  const ordered = all.filter(({ observation }) => observation.levels.mode === mode);
  return {
    type: "scatter",
    mode: "markers",
    name: mode,
    x: ordered.map(({ at }) => at),
    y: ordered.map(({ deviation }) => 100 * deviation),
    marker: { ...pointMarker(modeStyle(mode)), size: ordered.length > 60 ? 7 : 10 },
    hovertext: ordered.map(
      ({ observation }) => `${levelsText(observation.levels)}, replicate ${observation.replicate}`,
    ),
    hovertemplate: "run %{x}: %{hovertext}, %{y:+.2f} %<extra></extra>",
  };
}

function aloneText(count: number): string {
  return count === 0
    ? ""
    : `${counted(count, "run")} without a second replicate ${count === 1 ? "is" : "are"} left out`;
}

/** Runs of one replicate after each other. */
interface Block {
  replicate: number;
  from: number;
  to: number;
}

/** The blocks of the design; none where the runs of the replicates are mixed. */
function blocksOf(ordered: readonly Ordered[]): Block[] {
  const blocks: Block[] = [];
  for (const { at, observation } of ordered) {
    const last = blocks.at(-1);
    if (last?.replicate === observation.replicate) last.to = at;
    else blocks.push({ replicate: observation.replicate, from: at, to: at });
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

function nameOf({ replicate, from, to }: Block, _: number, { length }: Block[]): Partial<Annotations> {
  const text = length > 8 ? String(replicate) : `block ${replicate}`;
  return words(text, { x: (from + to) / 2, yref: "paper", y: 1, yanchor: "bottom", font: { size: 13 } });
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
