import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, figure, heightOf, nameAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { textAnnotation } from "../../../lib/plots/traces";

/** A bar whose parts are stacked. */
export interface MemoryBar {
  name: string;
  /** The bytes of each part, by its name. */
  parts: Record<string, number>;
}

const megabyte = 1e6;

/** Bytes as stacked parts, bars side by side with their sums above them. @throws one line when there is no bar. */
export function memoryPartsFigure(title: string, bars: readonly MemoryBar[]): Figure {
  if (bars.length === 0) throw new Error("This figure needs a bar, and there is none: give one.");
  const names = [...new Set(bars.flatMap(({ parts }) => Object.keys(parts)))];
  const sums = bars.map(({ parts }) => Object.values(parts).reduce((sum, bytes) => sum + bytes, 0) / megabyte);
  return figure(
    title,
    names.map((name, index) => ({
      type: "bar" as const,
      name,
      x: bars.map((_, at) => at),
      y: bars.map(({ parts }) => (parts[name] ?? 0) / megabyte),
      width: 0.6,
      marker: barMarker(seriesStyle(index)),
      hovertemplate: "%{y:.4s} MB",
    })),
    {
      height: heightOf(320),
      barmode: "stack",
      xaxis: nameAxis("", bars),
      yaxis: axis("Memory", "MB", { range: [0, 1.12 * Math.max(...sums)] }),
      annotations: sums.map((sum, x) =>
        textAnnotation(`${shortNumber(sum)} MB`, { x, y: sum, yanchor: "bottom", yshift: 2 }),
      ),
    },
  );
}

/** What a student counted for one device, and what was measured of it. */
export function statesFigure(
  { weights, moments, gradients }: { weights: number; moments: number; gradients: number },
  { atRest, peak }: { atRest: number; peak: number },
): Figure {
  return memoryPartsFigure("One device: what you counted, and what was measured", [
    { name: "counted,<br>at rest", parts: { weights, moments } },
    { name: "measured,<br>at rest", parts: { measured: atRest } },
    { name: "counted,<br>in a step", parts: { weights, moments, gradients } },
    { name: "measured,<br>at the peak", parts: { measured: peak } },
  ]);
}
