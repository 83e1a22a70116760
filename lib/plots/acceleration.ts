import type { Annotations } from "plotly.js";
import type { Figure } from "./figure";
import { axis, barMarker, figure, seriesStyle, short } from "./theme";

/** The same program on a CPU and on one GPU. */
export interface CpuAndGpu {
  /** Where it was measured, for example "published, H100" or "here". */
  where: string;
  cpuImagesPerSecond: number;
  /** Left out where there is no GPU. */
  gpuImagesPerSecond?: number;
}

/** The acceleration of a comparison: how many times the CPU's throughput the GPU has. */
export function acceleration({ cpuImagesPerSecond, gpuImagesPerSecond }: CpuAndGpu): number | undefined {
  return gpuImagesPerSecond === undefined ? undefined : gpuImagesPerSecond / cpuImagesPerSecond;
}

/**
 * Throughput on a CPU and on one GPU, on a logarithmic scale, with the acceleration written above each pair: published
 * and own measurements side by side. Acceleration is a faster device; it is not scaling, which is more devices.
 */
export function accelerationFigure(comparisons: CpuAndGpu[]): Figure {
  const names = comparisons.map(({ where }) => where);
  const cpu = comparisons.map(({ cpuImagesPerSecond }) => cpuImagesPerSecond);
  const gpu = comparisons.map(({ gpuImagesPerSecond }) => gpuImagesPerSecond);
  const all = [...cpu, ...gpu].filter((value): value is number => value !== undefined);
  const bar = { type: "bar", textposition: "outside", cliponaxis: false, hovertemplate: "%{x}: %{y:.4s} images/s" } as const;
  const series = (name: string, values: (number | undefined)[], index: number) => ({
    ...bar,
    x: names,
    y: values.map((value) => value ?? NaN), // a bar that is not drawn
    name,
    text: values.map((value) => (value === undefined ? "" : short(value))),
    marker: barMarker(seriesStyle(index)),
  });
  return figure("Acceleration: one GPU against the CPU", [series("CPU", cpu, 1), series("one GPU", gpu, 0)], {
    barmode: "group",
    xaxis: axis("Measured", undefined, { type: "category" }),
    yaxis: axis("Throughput", "images/s", {
      type: "log",
      dtick: 1,
      exponentformat: "none",
      range: [Math.floor(Math.log10(Math.min(...all)) - 0.3), Math.log10(Math.max(...all)) + 0.7],
    }),
    annotations: comparisons.map(ratioAbove),
  });
}

function ratioAbove(comparison: CpuAndGpu): Partial<Annotations> {
  const ratio = acceleration(comparison);
  const text = ratio === undefined ? "no GPU measured" : `<b>${short(ratio)} times</b>`;
  return { x: comparison.where, y: 0.98, yref: "paper", yanchor: "top", text, showarrow: false, font: { size: 15 } };
}
