import type { Data } from "plotly.js";
import type { ScalingPoint, ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { pointLabels } from "./labels";
import { devicesAxis, farthest, leader, measuredCounts, seriesOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { axis, figure, ideal, legendRoom, short } from "../theme";
import { lineAndPoints } from "../traces";
import { counted } from "../../system/words";

const axesHeight = 340;

const percent = ({ efficiency }: ScalingPoint) => 100 * efficiency;

/**
 * Figures 10.7, 10.11 and 10.15: efficiency, the share of the ideal speedup that is reached, by number of devices. What is
 * missing to 100 % is paid for and not used.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function efficiencyFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const counts = measuredCounts(series);
  const ceiling = 1.15 * Math.max(100, ...series.flatMap(({ points }) => points.map(percent)));
  return figure(
    titleOf(series),
    [
      ideal("ideal", [counts[0], counts[counts.length - 1]], [100, 100]),
      ...series.map(lineOf),
      ...pointLabels(series, {
        of: percent,
        text: (value) => `${short(value)} %`,
        perPixel: ceiling / axesHeight,
        clearOf: () => 100,
      }),
    ],
    {
      ...legendRoom(["ideal", ...series.map(({ name }) => name)], axesHeight),
      xaxis: devicesAxis(counts),
      yaxis: axis("Efficiency", "%", { range: [0, ceiling] }),
    },
  );
}

function lineOf({ name, points, style }: Series): Data {
  return {
    type: "scatter",
    mode: "lines+markers",
    name,
    legendgroup: name,
    x: points.map(({ devices }) => devices),
    y: points.map(percent),
    ...lineAndPoints(style),
    hovertemplate: "%{y:.1f} %",
  };
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one)
    return `${one.name}: ${short(percent(one.last))} % of the ideal speedup on ${counted(one.last.devices, "device")}`;
  const best = leader(series, percent);
  if (!best) return series.length > 1 ? "Efficiency" : `${series[0].name}: efficiency`;
  return `Efficiency: highest with ${best.name} (${short(percent(best.point))} % on ${counted(best.point.devices, "device")})`;
}
