import type { Data } from "plotly.js";
import { amdahlSpeedup, type ScalingStudy } from "../measure/scaling";
import type { Figure } from "./figure";
import { pointLabels } from "./scaling-labels";
import {
  devicesAxis,
  devicesText,
  farthest,
  leader,
  measuredCounts,
  seriesOf,
  type ScalingFigureOptions,
  type Series,
} from "./scaling-series";
import { axis, figure, ink, short, type SeriesStyle } from "./theme";

/** A figure's height and what of it is not the axes' area, in pixels. */
const [height, frame] = [520, 150];
/** How the fits are drawn, each in its own way; none is solid, which the ideal is. */
const fitDashes: SeriesStyle["dash"][] = ["dash", "dot", "dashdot", "longdash", "longdashdot", "dash"];

/**
 * Figures 10.6, 10.10 and 10.14: how many times faster than the baseline, by number of devices, against the ideal (as many
 * times faster as there are more devices). Where a study has Amdahl's fit, its curve joins the points, dashed, and the
 * legend says its serial share.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function speedupFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const counts = measuredCounts(series);
  const baselines = [...new Set(series.map(({ points }) => points[0].devices))].sort((a, b) => a - b);
  const most = counts[counts.length - 1];
  const ceiling =
    1.12 * Math.max(most / baselines[0], ...series.flatMap(({ points }) => points.map(({ speedup }) => speedup)));
  return figure(
    titleOf(series),
    [
      ...baselines.map((baseline) => ideal(baseline, most, baselines.length > 1)),
      ...series.flatMap(fitOf),
      ...series.map(measuredOf),
      ...pointLabels(series, {
        of: ({ speedup }) => speedup,
        text: (value) => value.toFixed(2),
        perPixel: ceiling / (height - frame),
        side: "below",
      }),
    ],
    {
      height,
      xaxis: devicesAxis(counts),
      yaxis: axis("Speedup", "times the baseline", { range: [0, ceiling] }),
    },
  );
}

function ideal(baseline: number, most: number, several: boolean): Data {
  return {
    type: "scatter",
    mode: "lines",
    name: several ? `ideal, from ${devicesText(baseline)}` : "ideal",
    x: [baseline, most],
    y: [1, most / baseline],
    line: { color: "#888888", width: 1.5, dash: "solid" },
    hovertemplate: "%{y:.3s} times",
  };
}

function measuredOf({ name, points, style, study }: Series): Data {
  return {
    type: "scatter",
    mode: study.amdahl ? "markers" : "lines+markers",
    name,
    legendgroup: name,
    x: points.map(({ devices }) => devices),
    y: points.map(({ speedup }) => speedup),
    line: { color: style.colour, dash: style.dash, width: 2.5 },
    marker: { symbol: style.symbol, size: 12, color: style.colour, line: { color: ink, width: 1 } },
    hovertemplate: "%{y:.3f} times",
  };
}

function fitOf({ name, points, style, study: { amdahl } }: Series, at: number): Data[] {
  if (!amdahl) return [];
  const [first, last] = [points[0].devices, points[points.length - 1].devices];
  const x = Array.from({ length: 61 }, (_, step) => first + (step / 60) * (last - first));
  return [
    {
      type: "scatter",
      mode: "lines",
      name: `Amdahl’s fit: ${short(100 * amdahl.serialShare)} % serial`,
      legendgroup: name,
      x,
      y: x.map((devices) => amdahlSpeedup(amdahl.serialShare, devices / first)),
      line: { color: style.colour, dash: fitDashes[at % fitDashes.length], width: 2 },
      hoverinfo: "skip",
    },
  ];
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one) return `${one.name}: ${one.last.speedup.toFixed(2)} times as fast on ${devicesText(one.last.devices)}`;
  const best = leader(series, ({ speedup }) => speedup);
  if (best) return `Speedup: ${best.name} comes nearest to ideal on ${devicesText(best.point.devices)}`;
  return series.length > 1 ? "Speedup against ideal" : `${series[0].name}: speedup against ideal`;
}
