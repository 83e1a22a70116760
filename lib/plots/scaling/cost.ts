import type { Data } from "plotly.js";
import type { ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { halo } from "./labels";
import { farthest, leader, seriesOf, valueAxis } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { figure, ideal, legendRoom, short } from "../theme";
import { lineAndPoints, words } from "../traces";
import { counted } from "../../system/words";

const idealName = "ideal: faster at the same cost";
const lowerRight = { xref: "paper", yref: "paper", x: 0.99, y: 0.03, xanchor: "right", yanchor: "bottom" } as const;
/** More points than these are labelled with the bare number of devices, or without their values. */
const [mostWords, mostValues] = [8, 4];

/**
 * What a faster epoch costs: device-hours of an epoch against its seconds, a point for each device count. With ideal
 * scaling a study's points would lie on its thin level line: less time at the same cost. What lies above it is the price
 * of being faster. An axis is logarithmic where values are more than 40 times apart.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function costFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const points = series.flatMap((each) => each.points);
  const seconds = points.map(({ epochSeconds }) => epochSeconds);
  const hours = points.map(({ deviceHoursPerEpoch }) => deviceHoursPerEpoch);
  const alone = series.length === 1;
  const time = valueAxis("Time per epoch", "s", seconds, { above: alone ? 1.25 : 1.15, below: 0.3 });
  const hasRoom = points.length <= mostWords && time.type !== "log";
  return figure(
    titleOf(series),
    [
      ...series.map(idealOf),
      ...series.map((each) => lineOf(each, { words: hasRoom, values: alone && points.length <= mostValues })),
    ],
    {
      ...legendRoom([idealName, ...series.map(({ name }) => name)], 356),
      xaxis: time,
      yaxis: valueAxis("Cost of an epoch", "device-hours", hours, { above: 1.2, below: 0.3 }),
      annotations: hasRoom ? [] : [words("numbers at points: devices", lowerRight)],
    },
  );
}

function lineOf({ name, points, style }: Series, shown: { words: boolean; values: boolean }): Data {
  const [first, last] = [points[0], points[points.length - 1]];
  const slower = last.epochSeconds > first.epochSeconds;
  const cheaper = last.deviceHoursPerEpoch < first.deviceHoursPerEpoch;
  return {
    type: "scatter",
    mode: "text+lines+markers",
    name,
    legendgroup: name,
    x: points.map(({ epochSeconds }) => epochSeconds),
    y: points.map(({ deviceHoursPerEpoch }) => deviceHoursPerEpoch),
    text: points.map(({ devices, epochSeconds, deviceHoursPerEpoch }) => {
      if (!shown.words) return String(devices);
      const value = `: ${short(epochSeconds)} s<br>${short(deviceHoursPerEpoch)} device-hours`;
      return `${counted(devices, "device")}${shown.values && !slower ? value : ""}`;
    }),
    // Beside the line, wherever it goes from a point.
    textposition: slower ? "bottom right" : cheaper ? "top center" : "top right",
    textfont: { size: 14, shadow: halo },
    cliponaxis: false,
    ...lineAndPoints(style),
    hovertext: points.map(({ devices }) => counted(devices, "device")),
    hovertemplate: "%{hovertext}: %{x:.4s} s, %{y:.4f} device-hours",
  };
}

function idealOf({ name, points }: Series, at: number): Data {
  const [{ epochSeconds, deviceHoursPerEpoch: cost }] = points;
  const shortest = Math.min(...points.map((point) => point.epochSeconds));
  return { ...ideal(idealName, [epochSeconds, shortest], [cost, cost]), legendgroup: name, showlegend: at === 0 };
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one) {
    const { first, last, name } = one;
    const times = short(last.deviceHoursPerEpoch / first.deviceHoursPerEpoch);
    return `${name}: ${last.speedup.toFixed(2)} times as fast on ${counted(last.devices, "device")}, at ${times} times the cost`;
  }
  const best = leader(series, ({ efficiency }) => efficiency);
  if (!best) return "What a faster epoch costs";
  const { efficiency, devices } = best.point;
  return `Cost of an epoch: grows least with ${best.name} (${short(1 / efficiency)} times on ${counted(devices, "device")})`;
}
