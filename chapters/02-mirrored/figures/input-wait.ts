import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, figure, ink, seriesStyle } from "../../../lib/plots/theme";

/** How a run's steady steps spent their time. */
interface InputWait {
  run: string;
  /** Seconds that steps waited for their batch. */
  waitSeconds: number;
  /** Seconds of all steps, including the wait. */
  totalSeconds: number;
}

/** The shares of a run's time that its steps computed and waited for input. */
export function inputWaitFigure(runs: InputWait[]): Figure {
  const names = runs.map(({ run }) => run);
  const waits = runs.map(({ waitSeconds, totalSeconds }) => (100 * waitSeconds) / totalSeconds);
  const computing = waits.map((share) => 100 - share);
  const series = (name: string, shares: number[], index: number) => ({
    type: "bar" as const,
    orientation: "h" as const,
    y: names,
    x: shares,
    name,
    text: shares.map((share) => (share < 0.05 ? "" : `${share.toFixed(share < 10 ? 1 : 0)} %`)),
    textposition: "auto" as const,
    insidetextfont: { color: index === 0 ? "white" : ink },
    insidetextanchor: "middle" as const,
    marker: barMarker({ ...seriesStyle(index), pattern: "" }),
    hovertemplate: "%{y}: %{x:.1f} %",
  });
  return figure(
    "What the steps' time went to",
    [series("computing", computing, 0), series("waiting for input", waits, 1)],
    {
      barmode: "stack",
      height: 190 + 50 * runs.length,
      xaxis: axis("Share of the time", "%", { range: [0, 100.4] }),
      yaxis: axis("", undefined, { type: "category", autorange: "reversed", title: { text: "" } }),
    },
  );
}
