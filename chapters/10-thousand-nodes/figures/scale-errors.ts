import type { Figure } from "../../../lib/plots/figure";
import {
  axis,
  ink,
  heightOf,
  nameAxis,
  pointMarker,
  seriesStyle,
  shortNumber,
  notedFigure,
} from "../../../lib/plots/theme";
import { errorBars, lineAcross, scatter } from "../../../lib/plots/traces";

/** A step that was measured on so many devices, in milliseconds. */
export interface ScalePoint {
  devices: number;
  ms: number;
}

/** Predictions of one author, in milliseconds with intervals. */
export interface ScaleGuess {
  name: string;
  points: { devices: number; value: number; low: number; high: number }[];
}

/** Places between two numbers of devices, where the authors' predictions stand side by side. */
const BESIDE = 0.16;

/** How far predictions and the ends of their intervals are from what was measured. An interval that crosses the line at 0 holds. */
export function scaleErrorsFigure(guesses: readonly ScaleGuess[], truth: readonly ScalePoint[], note = ""): Figure {
  const traces = guesses.map(({ name, points }, index) => {
    const style = seriesStyle(index);
    const those = points.flatMap(({ devices, value, low, high }) => {
      const at = truth.findIndex((each) => each.devices === devices);
      if (at < 0) return [];
      const [error, up, down] = [value / truth[at].ms - 1, (high - value) / truth[at].ms, (value - low) / truth[at].ms];
      return [
        { x: at + BESIDE * (index - (guesses.length - 1) / 2), error: 100 * error, up: 100 * up, down: 100 * down },
      ];
    });
    return {
      ...scatter("markers", name),
      x: those.map(({ x }) => x),
      y: those.map(({ error }) => error),
      marker: pointMarker(style),
      error_y: errorBars(those, style.colour, 3),
      hovertemplate: `${name}: %{y:.1f} %`,
    };
  });
  const names = truth.map(({ devices, ms }) => `${shortNumber(devices)}<br>${ms.toFixed(2)} ms`);
  return notedFigure("Predicted steps, against what was measured", note, traces, {
    height: heightOf(340),
    showlegend: true,
    xaxis: nameAxis("GPUs, and the measured step", names),
    yaxis: axis("Predicted / measured - 1", "%"),
    shapes: [lineAcross(0, { color: ink, width: 1.5 })],
  });
}
