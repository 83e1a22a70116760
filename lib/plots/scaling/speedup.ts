import type { Data } from "plotly.js-dist";
import { amdahlSpeedup, type ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { pointLabels } from "./labels";
import { devicesAxis, measuredCounts, onDevices, seriesOf, titleOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { axis, figure, ideal, heightOf, pointMarker, shortNumber, type SeriesStyle } from "../theme";
import { lineAndPoints } from "../traces";
import { counted } from "../../system/words";

const axesHeight = 376;
/** The dashes of the fits; none is solid, because the ideal is. */
const fitDashes: SeriesStyle["dash"][] = ["dash", "dot", "dashdot", "longdash", "longdashdot", "dash"];

/**
 * Figures 10.6, 10.10 and 10.14: speedup over the baseline by number of devices, against the ideal, which grows as the
 * number of devices does. Where a study has a fit of Amdahl's law, its dashed curve replaces the line through the points,
 * and the legend gives its serial share.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function speedupFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const counts = measuredCounts(series);
  const baselines = [...new Set(series.map(({ points }) => points[0].devices))].sort((a, b) => a - b);
  const most = counts[counts.length - 1];
  const speedups = series.flatMap(({ points }) => points.map(({ speedup }) => speedup));
  const ceiling = 1.12 * Math.max(most / baselines[0], ...speedups);
  const idealNames = baselines.map((from) =>
    baselines.length > 1 ? `ideal, from ${counted(from, "device")}` : "ideal",
  );
  const title = titleOf(series, {
    rank: ({ speedup }) => speedup,
    one: ({ name, last }) => `${name}: ${last.speedup.toFixed(2)} times as fast ${onDevices(last)}`,
    best: ({ name, point }) => `Speedup: highest with ${name} (${point.speedup.toFixed(2)} times ${onDevices(point)})`,
    quantity: "Speedup against ideal",
  });
  return figure(
    title,
    [
      ...baselines.map((from, index) => ideal(idealNames[index], [from, most], [1, most / from])),
      ...series.flatMap(tracesOf),
      ...pointLabels(series, {
        valueOf: ({ speedup }) => speedup,
        text: (value) => value.toFixed(2),
        perPixel: ceiling / axesHeight,
        clearOf: (devices) => devices / baselines[0],
      }),
    ],
    {
      height: heightOf(axesHeight),
      xaxis: devicesAxis(counts),
      yaxis: axis("Speedup", "times the baseline", { range: [0, ceiling], tickformat: "," }),
    },
  );
}

function tracesOf({ name, points, style, study: { amdahl } }: Series, index: number): Data[] {
  const text = amdahl ? `${name}; Amdahl’s fit: ${shortNumber(100 * amdahl.serialShare)} % serial` : name;
  const shared = { type: "scatter" as const, name: text, legendgroup: name };
  const marker = pointMarker(style);
  const x = points.map(({ devices }) => devices);
  const measured = { ...shared, x, y: points.map(({ speedup }) => speedup), marker, hovertemplate: "%{y:.3f} times" };
  if (!amdahl) return [{ ...measured, ...lineAndPoints(style), mode: "lines+markers" }];
  const [from, to] = [x[0], x[x.length - 1]];
  const curve = Array.from({ length: 61 }, (_, step) => from + (step / 60) * (to - from));
  const line = { color: style.colour, dash: fitDashes[index % fitDashes.length], width: 2 };
  return [
    {
      ...shared,
      mode: "lines",
      x: curve,
      y: curve.map((devices) => amdahlSpeedup(amdahl.serialShare, devices / from)),
      line,
      hoverinfo: "skip",
      showlegend: false,
    },
    { ...measured, mode: "markers", showlegend: false },
    // This trace has no points: it puts one entry for the points and their curve into the legend.
    { ...shared, mode: "lines+markers", x: [null], y: [null], line, marker },
  ];
}
