import type { FailureSpell, SimulatedTraining } from "../../../lib/failures";
import { counted } from "../../../lib/system/words";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, colours, ink, laneAxis, heightOf, shortNumber, notedFigure } from "../../../lib/plots/theme";
import { scatter, type Trace } from "../../../lib/plots/traces";

const kinds: { what: FailureSpell["what"]; name: string; style: Parameters<typeof barMarker>[0] }[] = [
  { what: "computing", name: "computing, kept", style: { colour: colours.blue, pattern: "" } },
  { what: "lost", name: "computing, lost", style: { colour: colours.vermilion, pattern: "x" } },
  { what: "checkpoints", name: "checkpoint", style: { colour: colours.green, pattern: "" } },
  { what: "restarts", name: "restart", style: { colour: colours.orange, pattern: "/" } },
  { what: "waiting", name: "waiting for nodes", style: { colour: "#DDDDDD", pattern: "." } },
];

/** The height of a lane, in pixels, and how many there are if nothing else is asked for. */
const lane = 34;
const usualLanes = 6;
/** A spell of a lane's time divided by this takes a third of a pixel. */
const narrowest = 3000;
/** Times in their units, from the longest total on that each is for. */
const units = [
  { name: "d", long: "days", seconds: 86_400, from: 4 * 86_400 },
  { name: "h", long: "hours", seconds: 3600, from: 4 * 3600 },
  { name: "min", long: "minutes", seconds: 60, from: 10 * 60 },
  { name: "s", long: "seconds", seconds: 1, from: 0 },
];

/**
 * What a simulated training did from its start to its end, in lanes that follow each other like the lines of a text.
 * Crosses mark failures.
 * @param run Simulated with `timeline: true`.
 * @param options.laneSeconds The time of a lane. Default: a sixth of the training.
 * @throws one line when the run has no timeline, or the lanes are no positive time or more than 60.
 */
export function failuresTimelineFigure(run: SimulatedTraining, options: { laneSeconds?: number } = {}): Figure {
  const { spells, failuresAt = [], totalSeconds, goodput, counts } = run;
  if (!spells) throw new Error("This figure needs a timeline, and the run has none: simulate it with timeline: true.");
  const { laneSeconds = totalSeconds / usualLanes } = options;
  const lanes = Math.ceil(totalSeconds / laneSeconds - 1e-9);
  if (!(laneSeconds > 0 && lanes <= 60)) {
    throw new Error(
      `Lanes of ${laneSeconds} s cannot show ${totalSeconds} s: give 1 to 60 lanes, ${totalSeconds / 60} s or more.`,
    );
  }
  const unit = units.find(({ from }) => totalSeconds >= from)!;
  const all = drawn(spells, laneSeconds / narrowest);
  const pieces = all.flatMap((spell) => cut(spell, laneSeconds, lanes));
  const shown = kinds.filter(({ what }) => pieces.some((piece) => piece.what === what));
  const failures: Trace = {
    ...scatter("markers", "failure"),
    x: failuresAt.map((at) => (at % laneSeconds) / unit.seconds),
    y: failuresAt.map((at) => Math.min(lanes - 1, Math.floor(at / laneSeconds)) - 0.5),
    marker: { symbol: "x", size: failuresAt.length > 100 ? 6 : 9, color: ink },
    cliponaxis: false,
    hovertemplate: `failure after %{x:.3~f} ${unit.name} of the lane`,
  };
  const traces = [...shown.map((kind) => barsOf(kind, pieces, unit)), ...(failuresAt.length > 0 ? [failures] : [])];
  const labels = Array.from({ length: lanes }, (_, y) => ({
    y,
    text: `${shortStart(y, laneSeconds / unit.seconds)} ${unit.name}`,
  }));
  const title = `Goodput ${(100 * goodput).toFixed(1)} %: ${counted(counts.failures, "failure")} in ${shortNumber(totalSeconds / unit.seconds)} ${unit.long}`;
  return notedFigure(title, notesOf(run, lanes, all), traces, {
    height: heightOf(lane * lanes + 30),
    margin: { l: 80 },
    barmode: "overlay",
    xaxis: axis("Time since the lane's start", unit.name, {
      range: [0, (1.01 * laneSeconds) / unit.seconds],
      showgrid: false,
    }),
    yaxis: { ...laneAxis(labels, [lanes - 0.4, -0.7]), ticks: "" },
  });
}

function notesOf(
  { seconds, totalSeconds, counts }: SimulatedTraining,
  lanes: number,
  shown: readonly FailureSpell[],
): string {
  const areHidden = counts.checkpoints > 0 && !shown.some(({ what }) => what === "checkpoints");
  const share = shortNumber((100 * seconds.checkpoints) / totalSeconds);
  return [
    ...(lanes > 1 ? ["each lane goes on where the one above it ends"] : []),
    ...(areHidden ? [`the checkpoints, ${share} % of the time, are too short to be seen`] : []),
  ].join("; ");
}

const shortStart = (place: number, length: number): string => (place === 0 ? "0" : shortNumber(place * length));

/**
 * Spells in the order of drawing: each stretch of computing and checkpoints as a whole, so that thousands of bars side
 * by side do not show stripes, and over it the checkpoints that are long enough to be seen.
 */
function drawn(spells: readonly FailureSpell[], shortest: number): FailureSpell[] {
  const whole: FailureSpell[] = [];
  for (const { what, start, end } of spells) {
    const last = whole.at(-1);
    // A checkpoint follows computing, or what was lost where a failure broke the checkpoint.
    if (last && (what === "checkpoints" || what === last.what)) last.end = end;
    else whole.push({ what, start, end });
  }
  return [...whole, ...spells.filter(({ what, start, end }) => what === "checkpoints" && end - start >= shortest)];
}

/** A part of a spell within one lane; its times are from the lane's start. */
interface Piece extends FailureSpell {
  lane: number;
}

function cut({ what, start, end }: FailureSpell, laneSeconds: number, lanes: number): Piece[] {
  const pieces: Piece[] = [];
  const last = Math.min(lanes - 1, Math.floor(end / laneSeconds));
  for (let place = Math.min(last, Math.floor(start / laneSeconds)); place <= last; place++) {
    const from = Math.max(0, start - place * laneSeconds);
    const to = place === last ? end - place * laneSeconds : laneSeconds;
    if (to > from) pieces.push({ what, start: from, end: to, lane: place });
  }
  return pieces;
}

function barsOf(
  { what, name, style }: (typeof kinds)[number],
  pieces: readonly Piece[],
  unit: (typeof units)[number],
): Trace {
  const own = pieces.filter((piece) => piece.what === what);
  const marker = barMarker(style);
  const trace = {
    ...{ type: "bar" as const, orientation: "h" as const, name },
    base: own.map(({ start }) => start / unit.seconds),
    x: own.map(({ start, end }) => (end - start) / unit.seconds),
    y: own.map((piece) => piece.lane),
    width: 0.66,
    marker: { ...marker, line: { width: 0 } },
    hovertemplate: `${name}: %{x:.3~f} ${unit.name}<extra></extra>`,
  };
  return trace; // plotly's types lack `base`
}
