import type { Figure } from "../figure";
import { axis, colours, figure } from "../theme";

/** The progress of a training that runs elsewhere. */
interface JobProgress {
  /** One line: where it waits or runs, and its step. */
  status: string;
  /** The mean loss of each step's batch so far. */
  loss: readonly number[];
  /** The steps of the whole run, where known. */
  steps?: number;
}

/** The loss of a training so far, under one line about its job; to be drawn again as the training goes on. */
export function jobProgressFigure({ status, loss, steps }: JobProgress): Figure {
  const range: [number, number] | undefined = steps === undefined ? undefined : [0, Math.max(steps, loss.length) + 1];
  return figure(
    status,
    [
      {
        type: "scatter",
        mode: loss.length < 30 ? "lines+markers" : "lines",
        x: loss.map((_, step) => step + 1),
        y: [...loss],
        line: { color: Object.values(colours)[0], width: 2 },
        hovertemplate: "step %{x}: %{y:.4f}<extra></extra>",
      },
    ],
    {
      height: 320,
      showlegend: false,
      xaxis: axis("Step", undefined, range ? { range } : {}),
      yaxis: axis("Loss", undefined, { rangemode: "tozero" }),
    },
  );
}
