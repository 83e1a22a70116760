import type { Annotation } from "plotly.js-dist";
import type { Figure } from "../../../lib/plots/figure";
import { nameOnce, panelFigure, panelsOf, type Panel } from "../../../lib/plots/panels";
import { ink, logAxis, pointMarker, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { scatter, textAnnotation, type Trace } from "../../../lib/plots/traces";

/** A way to train: what it needs, and how long its step takes. */
export interface PricedWay {
  /** ZeRO's stage, beside its point; a `c` at its end, for checkpoints, is told by the mark: `0`, `3c`. */
  name: string;
  /** Of one device. */
  bytes: number;
  seconds: number;
  /** Whether it computes activations again, which another mark shows. */
  checkpoints: boolean;
}

/** The ways on one link. */
export interface WaysOfLink {
  link: string;
  ways: readonly PricedWay[];
}

/**
 * Memory of a device against the time of a step, a panel for each link. A line joins the ways that no other beats in both: the frontier.
 * @param memoryBytes Of a device; a line shows it.
 * @throws one line when there is no link.
 */
export function memoryPriceFigure(title: string, links: readonly WaysOfLink[], memoryBytes?: number): Figure {
  if (links.length === 0) throw new Error("This figure needs a link, and there is none: give one.");
  const plan = { rows: 1, columns: links.map(({ link }) => link) };
  const panels = panelsOf(plan);
  const gigabytes = [memoryBytes ?? [], ...links.map(({ ways }) => ways.map(({ bytes }) => bytes))].flat().map((bytes) => bytes / 1e9);
  const data = links.flatMap(({ ways }, column) => tracesOf(ways).map((trace) => ({ ...trace, ...panels[column].axes })));
  const limit = memoryBytes === undefined ? "" : "; dashed: the memory of a device";
  return panelFigure(title, `numbers at points: ZeRO's stage${limit}`, nameOnce(data), {
    ...plan,
    height: 300,
    gap: { columns: 0.09 },
    x: () => logAxis("Memory", "GB", gigabytes),
    y: ({ column }) => {
      const times = logAxis("Time of a step", "s", links[column].ways.map(({ seconds }) => seconds)); // prettier-ignore
      return column === 0 ? times : { ...times, title: { text: "" } };
    },
    annotations: links.flatMap(({ ways }, column) => namesOf(ways, panels[column])),
    layout: memoryBytes === undefined ? {} : { shapes: panels.map(({ axes }) => limitOf(axes, memoryBytes)) },
  });
} // prettier-ignore

function tracesOf(ways: readonly PricedWay[]): Trace[] {
  const best = ways
    .filter((way) => !ways.some((other) => beats(other, way)))
    .sort((a, b) => a.bytes - b.bytes || a.seconds - b.seconds);
  const frontier: Trace = {
    ...scatter("lines", "frontier", "frontier"),
    x: best.map(({ bytes }) => bytes / 1e9),
    y: best.map(({ seconds }) => seconds),
    line: { color: "#888888", width: 1.5, shape: "hv" },
    hoverinfo: "skip",
  };
  return [frontier, points(ways, false), points(ways, true)];
}

/** Whether one way needs no more of anything, and less of something. */
const beats = (one: PricedWay, other: PricedWay): boolean =>
  one.bytes <= other.bytes && one.seconds <= other.seconds && (one.bytes < other.bytes || one.seconds < other.seconds);

function points(ways: readonly PricedWay[], checkpoints: boolean): Trace {
  const shown = ways.filter((way) => way.checkpoints === checkpoints);
  const name = checkpoints ? "activations computed again" : "activations kept";
  return {
    ...scatter("markers", name, name),
    x: shown.map(({ bytes }) => bytes / 1e9),
    y: shown.map(({ seconds }) => seconds),
    cliponaxis: false,
    marker: { ...pointMarker(seriesStyle(checkpoints ? 1 : 0)), size: 10 },
    hovertext: shown.map(({ bytes, seconds }) => `${shortNumber(bytes / 1e9)} GB, ${shortNumber(seconds)} s`),
    hovertemplate: "%{hovertext}",
  };
}

/** The names at the points, those of neighbours on different sides. */
function namesOf(ways: readonly PricedWay[], { axes: { xaxis, yaxis } }: Panel): Partial<Annotation>[] {
  return [false, true].flatMap((checkpoints) =>
    ways
      .filter((way) => way.checkpoints === checkpoints)
      .sort((a, b) => a.bytes - b.bytes)
      .map(({ name, bytes, seconds }, at) =>
        textAnnotation(name.replace(/c$/, ""), {
          ...{ xref: xaxis, yref: yaxis, x: Math.log10(bytes / 1e9), y: Math.log10(seconds) },
          ...{ yshift: at % 2 === 0 ? 15 : -15, font: { size: 13 } },
        }),
      ),
  );
}

function limitOf({ xaxis, yaxis }: { xaxis: "x"; yaxis: "y" }, memoryBytes: number) {
  const x = memoryBytes / 1e9;
  const line = { color: ink, width: 1.5, dash: "dash" } as const;
  return { type: "line" as const, xref: xaxis, yref: `${yaxis} domain` as "paper", x0: x, x1: x, y0: 0, y1: 1, line };
}
