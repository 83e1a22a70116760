import type { Data } from "plotly.js-dist";
import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, ink, heightOf, seriesStyle, type SeriesStyle } from "../../../lib/plots/theme";
import { scatter, whitePoints } from "../../../lib/plots/traces";

/** What was measured of rows of this many tokens. */
export interface MeasuredTokens {
  tokens: number;
  /** At the peak, beyond what lies there between steps. */
  bytes: number;
}

/** Bytes by how they grow with the tokens. */
interface Counted {
  byToken: number;
  byPair: number;
}

const megabyte = 1e6;

/**
 * Memory of activations against the tokens of a row: what was measured, before what was counted, of which one part grows like a line and
 * the other like a parabola.
 * @param counted Gives the bytes at a number of tokens.
 * @throws one line when nothing was measured.
 */
export function activationsFigure(measured: readonly MeasuredTokens[], counted: (tokens: number) => Counted): Figure {
  if (measured.length === 0) throw new Error("This figure needs a measured point, and there is none: give one.");
  const most = Math.max(...measured.map(({ tokens }) => tokens));
  const tokens = Array.from({ length: 41 }, (_, at) => (at * 1.06 * most) / 40);
  const parts = tokens.map(counted);
  const named: [name: string, style: SeriesStyle, of: (part: Counted) => number][] = [
    ["counted: grows with the tokens", seriesStyle(0), ({ byToken }) => byToken],
    ["counted: grows with their square", seriesStyle(1), ({ byPair }) => byPair],
  ];
  const areas = named.map(([name, style, of]): Data => ({
    ...scatter("lines", name),
    x: tokens,
    y: parts.map((part) => of(part) / megabyte),
    stackgroup: "counted",
    line: { color: style.colour, width: 2, dash: style.dash },
    hovertemplate: "%{x:.0f} tokens: %{y:.4s} MB",
  }));
  const points: Data = {
    ...scatter("markers", "measured"),
    x: measured.map((point) => point.tokens),
    y: measured.map(({ bytes }) => bytes / megabyte),
    marker: { ...whitePoints(12), line: { color: ink, width: 2.5 } },
    hovertemplate: "%{x} tokens: %{y:.4s} MB",
  };
  const highest = Math.max(
    ...measured.map(({ bytes }) => bytes),
    ...parts.map(({ byToken, byPair }) => byToken + byPair),
  );
  return figure("Above rest: the peak of a step against the tokens of a row", [...areas, points], {
    height: heightOf(340),
    xaxis: axis("Tokens of a row", undefined, {
      range: [0, 1.06 * most],
      tickvals: measured.map((each) => each.tokens),
    }),
    yaxis: axis("Memory above rest", "MB", { range: [0, (1.08 * highest) / megabyte] }),
  });
}
