import type { Figure } from "../figure";
import { axis, colours, figure } from "../theme";

/** How a training that goes on elsewhere stands. */
export interface JobProgress {
  /** One line: where it waits or runs, and how far it is. */
  status: string;
  /** Mean loss of every step's batch so far. */
  loss: readonly number[];
  /** Steps that the whole run will have, where that is known. */
  steps?: number;
}

/** The loss of a training so far, under one line about its job; drawn anew as it goes on. */
export function jobProgressFigure({ status, loss, steps }: JobProgress): Figure {
  const range = steps === undefined ? undefined : [0, Math.max(steps, loss.length) + 1];
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
