import type { Data } from "plotly.js-dist";
import type { ScalingPoint, ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { pointLabels } from "./labels";
import { devicesAxis, measuredCounts, onDevices, seriesOf, titleOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { axis, figure, ideal, heightOf, shortNumber } from "../theme";
import { lineAndPoints, scatter } from "../traces";

const axesHeight = 340;

const percent = ({ efficiency }: ScalingPoint) => 100 * efficiency;

/**
 * Figures 10.7, 10.11 and 10.15: efficiency, the share of the ideal speedup that is reached, by number of devices. What is
 * missing to 100 % is paid for and not used.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function efficiencyFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const counts = measuredCounts(series);
  const ceiling = 1.15 * Math.max(100, ...series.flatMap(({ points }) => points.map(percent)));
  const title = titleOf(series, {
    rank: percent,
    one: ({ name, last }) => `${name}: ${shortNumber(percent(last))} % of the ideal speedup ${onDevices(last)}`,
    best: ({ name, point }) =>
      `Efficiency: highest with ${name} (${shortNumber(percent(point))} % ${onDevices(point)})`,
    quantity: "Efficiency",
  });
  return figure(
    title,
    [
      ideal("ideal", [counts[0], counts[counts.length - 1]], [100, 100]),
      ...series.map(lineOf),
      ...pointLabels(series, {
        valueOf: percent,
        text: (value) => `${shortNumber(value)} %`,
        perPixel: ceiling / axesHeight,
        clearOf: () => 100,
      }),
    ],
    {
      height: heightOf(axesHeight),
      xaxis: devicesAxis(counts),
      yaxis: axis("Efficiency", "%", { range: [0, ceiling] }),
    },
  );
}

function lineOf({ name, points, style }: Series): Data {
  return {
    ...scatter("lines+markers", name, name),
    x: points.map(({ devices }) => devices),
    y: points.map(percent),
    ...lineAndPoints(style),
    hovertemplate: "%{y:.1f} %",
  };
}
