import type { Figure } from "../../../lib/plots/figure";
import { axis, figure, ink, seriesStyle } from "../../../lib/plots/theme";
import { lineUp, scatter, textAnnotation } from "../../../lib/plots/traces";

/** How busy a run's GPUs were, sampled while it ran. Times are seconds since the run started. */
interface SampledUtilisation {
  at: number[];
  /** Percent, the mean over the run's GPUs. */
  utilisation: number[];
  /** When each epoch began. */
  epochStarts: number[];
}

/** Utilisation against time, with a line where each epoch begins. */
export function utilisationFigure({ at, utilisation, epochStarts }: SampledUtilisation): Figure {
  const { colour, dash } = seriesStyle(0);
  return figure(
    "Utilisation of the GPU while the job ran",
    [
      {
        ...scatter("lines", "utilisation"),
        x: at,
        y: utilisation,
        line: { color: colour, dash, width: 2, shape: "hv" },
        hovertemplate: "%{x:.1f} s: %{y:.0f} %",
      },
    ],
    {
      showlegend: false,
      xaxis: axis("Time since the start", "s", { rangemode: "tozero" }),
      yaxis: axis("Utilisation", "%", { range: [0, 105] }),
      shapes: epochStarts.map((x) => lineUp(x, { color: ink, width: 1, dash: "dot" })),
      annotations: epochStarts.map((x, index) =>
        textAnnotation(`epoch ${index + 1}`, { x, y: 1, yref: "paper", yanchor: "bottom", font: { size: 12 } }),
      ),
    },
  );
}

/** The mean utilisation from a moment on, in percent. */
export function meanUtilisation({ at, utilisation }: Omit<SampledUtilisation, "epochStarts">, from: number): number {
  const later = utilisation.filter((_, sample) => at[sample] > from);
  return later.reduce((sum, percent) => sum + percent, 0) / later.length;
}
