import type { Data } from "plotly.js";
import { amdahlSpeedup, type ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { pointLabels } from "./labels";
import { devicesAxis, farthest, leader, measuredCounts, seriesOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { axis, figure, ideal, legendRoom, pointMarker, short, type SeriesStyle } from "../theme";
import { lineAndPoints } from "../traces";
import { counted } from "../../system/words";

const axesHeight = 376;
/** How the fits are drawn, each in its own way; none is solid, which the ideal is. */
const fitDashes: SeriesStyle["dash"][] = ["dash", "dot", "dashdot", "longdash", "longdashdot", "dash"];

/**
 * Figures 10.6, 10.10 and 10.14: how many times faster than the baseline, by number of devices, against the ideal (as many
 * times faster as there are more devices). Where a study has Amdahl's fit, its dashed curve takes the place of a line
 * through the points, and the legend says its serial share.
 * @throws one line when there is no study, or the labels are not one for each study.
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
  return figure(
    titleOf(series),
    [
      ...baselines.map((from, at) => ideal(idealNames[at], [from, most], [1, most / from])),
      ...series.flatMap(tracesOf),
      ...pointLabels(series, {
        of: ({ speedup }) => speedup,
        text: (value) => value.toFixed(2),
        perPixel: ceiling / axesHeight,
        clearOf: (devices) => devices / baselines[0],
      }),
    ],
    {
      ...legendRoom([...idealNames, ...series.map(entryOf)], axesHeight),
      xaxis: devicesAxis(counts),
      yaxis: axis("Speedup", "times the baseline", { range: [0, ceiling], tickformat: "," }),
    },
  );
}

/** What the legend says of a study. */
function entryOf({ name, study: { amdahl } }: Series): string {
  return amdahl ? `${name}; Amdahl’s fit: ${short(100 * amdahl.serialShare)} % serial` : name;
}

function tracesOf(series: Series, at: number): Data[] {
  const { name, points, style, study } = series;
  const shared = { type: "scatter" as const, name: entryOf(series), legendgroup: name };
  const marker = pointMarker(style);
  const x = points.map(({ devices }) => devices);
  const measured = { ...shared, x, y: points.map(({ speedup }) => speedup), marker, hovertemplate: "%{y:.3f} times" };
  const { amdahl } = study;
  if (!amdahl) {
    return [{ ...measured, ...lineAndPoints(style), mode: "lines+markers" }];
  }
  const [from, to] = [x[0], x[x.length - 1]];
  const curve = Array.from({ length: 61 }, (_, step) => from + (step / 60) * (to - from));
  const line = { color: style.colour, dash: fitDashes[at % fitDashes.length], width: 2 };
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
    // Drawn nowhere but in the legend, as one entry for the points and their curve.
    { ...shared, mode: "lines+markers", x: [null], y: [null], line, marker },
  ];
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one) return `${one.name}: ${one.last.speedup.toFixed(2)} times as fast on ${counted(one.last.devices, "device")}`;
  const best = leader(series, ({ speedup }) => speedup);
  if (!best) return series.length > 1 ? "Speedup against ideal" : `${series[0].name}: speedup against ideal`;
  const { speedup, devices } = best.point;
  return `Speedup: highest with ${best.name} (${speedup.toFixed(2)} times on ${counted(devices, "device")})`;
}
