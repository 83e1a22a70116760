import { counted } from "../../../lib/system/words";
import type { Figure } from "../../../lib/plots/figure";
import { axis, ink, heightOf, seriesStyle, shortNumber, notedFigure } from "../../../lib/plots/theme";
import { scatter, textAnnotation, type Trace } from "../../../lib/plots/traces";

/** How fast a framework trains, and when it reaches an accuracy. */
export interface TimeToAccuracy {
  name: string;
  processes: number;
  imagesPerSecond: number;
  /** Images that it trains on until then. Infinity, as the seconds, where it does not reach the accuracy: it is left out. */
  imagesNeeded: number;
  secondsToAccuracy: number;
}

/**
 * Time to an accuracy against throughput. Each framework has a colour and a form of its own, and a line from one number of processes to
 * the next. A grey line shows how long some number of images takes without a start, one for each number that the ways need.
 * @throws one line when no way reaches the accuracy.
 */
export function accuracyTimeFigure(ways: readonly TimeToAccuracy[], target: number, note = ""): Figure {
  const reached = ways.filter(({ secondsToAccuracy }) => Number.isFinite(secondsToAccuracy));
  if (reached.length === 0) throw new Error("No way reaches the accuracy: train for more epochs, or ask for less.");
  const counts = [...new Set(reached.map(({ processes }) => processes))].sort((a, b) => a - b);
  const names = [...new Set(reached.map(({ name }) => name))];
  const most = Math.max(...reached.map(({ imagesPerSecond }) => imagesPerSecond));
  const longest = Math.max(...reached.map(({ secondsToAccuracy }) => secondsToAccuracy));
  const needed = [...new Set(reached.map(({ imagesNeeded }) => imagesNeeded))].sort((a, b) => a - b);
  const left = ways.length - reached.length;
  const looks = [`white: ${counted(counts[0], "process", "processes")}`];
  if (counts.length === 2) looks.push(`filled: ${counted(counts[1], "process", "processes")}`);
  const [ends, top] = [1.1 * most, 1.15 * longest];
  return notedFigure(
    `Time to ${Math.round(100 * target)} % of the test images, against throughput`,
    [
      note,
      counts.length > 1 ? looks.join(", ") : "",
      "grey: what the images take without a start",
      left > 0 ? `${left} did not reach it` : "",
    ].filter(Boolean).join("; "),
    [
      ...needed.map((images) => withoutStart(images, { ends, top })),
      ...names.map((name, index) => wayOf(reached.filter((way) => way.name === name), index, counts[0], counts.length > 1)),
    ],
    {
      height: heightOf(380),
      showlegend: true,
      xaxis: axis("Throughput, all processes", "images/s", { range: [0, 1.3 * most] }),
      yaxis: axis("Time to the accuracy", "s", { range: [0, top] }),
      annotations: needed
        .filter((images) => images / ends < top)
        .map((images) =>
          textAnnotation(` ${shortNumber(images)} images`, { x: ends, y: images / ends, xanchor: "left", font: { size: 12 } }),
        ),
    },
  );
} // prettier-ignore

/** How long this number of images takes at each throughput. */
function withoutStart(images: number, { ends, top }: { ends: number; top: number }): Trace {
  const begins = Math.min(images / top, ends);
  const rates = Array.from({ length: 60 }, (_, at) => begins + ((ends - begins) * at) / 59);
  return {
    ...scatter("lines", `${images}`),
    x: rates,
    y: rates.map((rate) => images / rate),
    line: { color: "#888888", width: 1.5 },
    showlegend: false,
    hoverinfo: "skip",
  };
}

/** The points of one framework, from few processes to many. Those of `first` are white where there are others. */
function wayOf(points: readonly TimeToAccuracy[], index: number, first: number, isWhite: boolean): Trace {
  const { colour, symbol } = seriesStyle(index);
  // The legend shows the first point's look, so the points with most processes come first.
  const those = [...points].sort((a, b) => b.processes - a.processes);
  return {
    ...scatter("lines+markers", points[0].name),
    x: those.map(({ imagesPerSecond }) => imagesPerSecond),
    y: those.map(({ secondsToAccuracy }) => secondsToAccuracy),
    text: those.map(({ processes }) => counted(processes, "process", "processes")),
    line: { color: colour, width: 1.5, dash: "dot" },
    marker: {
      symbol,
      size: 12,
      color: those.map(({ processes }) => (isWhite && processes === first ? "white" : colour)),
      line: { color: those.map(({ processes }) => (isWhite && processes === first ? colour : ink)), width: 2 },
    },
    hovertemplate: "%{text}: %{x:.3~g} images/s, %{y:.3~g} s",
  };
}
