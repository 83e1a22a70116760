import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, ideal, heightOf, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineAcross, lineAndPoints, scatter } from "../../../lib/plots/traces";

/**
 * What a speedup in images a second is worth, if the training needs more epochs to the same accuracy.
 * @param times The speedup in images a second.
 */
export function gainFigure(name: string, times: number, devices: number): Figure {
  const epochs = Array.from({ length: devices }, (_, at) => at + 1);
  const between = Array.from({ length: 10 * (devices - 1) + 1 }, (_, at) => 1 + at / 10);
  const names = ["ideal", name];
  const style = seriesStyle(0);
  return figure(
    `${shortNumber(times)} times the images a second: what that is worth`,
    [
      ideal(names[0], between, between.map((more) => devices / more)),
      { ...scatter("lines", names[1], names[1]), x: between, y: between.map((more) => times / more), line: lineAndPoints(style).line, hoverinfo: "skip" as const },
      { ...scatter("markers", names[1], names[1]), x: epochs, y: epochs.map((more) => times / more), marker: lineAndPoints(style, 9).marker, showlegend: false, hovertemplate: "%{y:.3~g} times as fast" },
    ],
    {
      height: heightOf(306),
      xaxis: axis("Epochs to the accuracy, times those of one device", undefined, { rangemode: "tozero", dtick: 1 }),
      yaxis: axis("Speedup to the accuracy", "times", { range: [0, 1.08 * devices] }),
      shapes: [lineAcross(1, { color: "#888888", width: 1.5, dash: "dash" })],
    },
  );
} // prettier-ignore
