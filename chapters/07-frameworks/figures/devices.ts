import type { Figure } from "../../../lib/plots/figure";
import {
  axis,
  heightOf,
  ideal,
  logAxis,
  notedFigure,
  pointMarker,
  seriesStyle,
  shortNumber,
} from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** How much sooner so many devices reach an accuracy, if they lose no time. */
export interface DevicesGain {
  devices: number;
  toAccuracy: number;
}

/** The speedup to an accuracy by devices, beside that of the throughput, which is ideal. */
export function devicesFigure(rows: readonly DevicesGain[], note = ""): Figure {
  const devices = rows.map((row) => row.devices);
  const times = rows.map(({ toAccuracy }) => toAccuracy);
  const style = seriesStyle(0);
  return notedFigure(
    "Devices that lose no time, and when they reach the accuracy",
    note,
    [
      ideal("images a second (ideal)", devices, devices),
      {
        ...scatter("lines+markers", "time to the accuracy"),
        x: devices,
        y: times,
        line: { color: style.colour, width: 1.5, dash: "dot" },
        marker: { ...pointMarker(style), size: 11 },
        hovertemplate: "%{x} devices: %{y:.3~g} times as fast",
      },
    ],
    {
      height: heightOf(330),
      showlegend: true,
      xaxis: { ...logAxis("", "", devices), ...axis("Devices"), tickvals: devices, ticktext: devices.map(shortNumber) },
      yaxis: { ...logAxis("", "", [...devices, ...times]), ...axis("Speedup", "times") },
    },
  );
} // prettier-ignore
