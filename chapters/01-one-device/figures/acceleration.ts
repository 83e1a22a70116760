import type { Annotation, Shape } from "plotly.js-dist";
import type { Figure } from "../../../lib/plots/figure";
import { figure, ink, logAxis, nameAxis, pointMarker, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { scatter, textAnnotation } from "../../../lib/plots/traces";

/** The same program on a CPU and on one GPU. */
interface CpuAndGpu {
  /** Where it was measured, for example "published, H100" or "here". */
  where: string;
  cpuImagesPerSecond: number;
  /** Missing where there is no GPU. */
  gpuImagesPerSecond?: number;
}

/** The GPU's throughput over the CPU's. */
export function acceleration({ cpuImagesPerSecond, gpuImagesPerSecond }: CpuAndGpu): number | undefined {
  return gpuImagesPerSecond === undefined ? undefined : gpuImagesPerSecond / cpuImagesPerSecond;
}

/**
 * Throughput on a CPU and on one GPU, on a logarithmic scale, with a bracket that names the acceleration. Acceleration means a
 * faster device; scaling means more devices.
 */
export function accelerationFigure(comparisons: CpuAndGpu[]): Figure {
  const cpu = comparisons.map(({ cpuImagesPerSecond }) => cpuImagesPerSecond);
  const gpu = comparisons.map(({ gpuImagesPerSecond }) => gpuImagesPerSecond);
  const places = comparisons.map(({ where }) => where);
  return figure("Acceleration: one GPU against the CPU", [dots("CPU", cpu, 1), dots("one GPU", gpu, 0)], {
    xaxis: nameAxis("Measured", places),
    yaxis: logAxis(
      "Throughput",
      "images/s",
      [...cpu, ...gpu].flatMap((value) => value ?? []),
    ),
    shapes: comparisons.flatMap(bracket),
    annotations: comparisons.map(ratioBeside),
  });
}

function dots(name: string, values: (number | undefined)[], style: number) {
  return {
    ...scatter("text+markers", name),
    x: values.map((_, at) => at),
    y: values.map((value) => value ?? NaN), // NaN draws no dot
    text: values.map((value) => (value === undefined ? "" : shortNumber(value))),
    textposition: "middle left" as const,
    marker: { ...pointMarker(seriesStyle(style)), size: 14 },
    hovertemplate: "%{y:.4s} images/s",
  };
}

/** From the CPU's dot to the GPU's, on their right. */
function bracket({ cpuImagesPerSecond, gpuImagesPerSecond }: CpuAndGpu, at: number): Partial<Shape>[] {
  if (gpuImagesPerSecond === undefined) return [];
  const [near, far] = [at + 0.07, at + 0.13];
  const line = { color: ink, width: 1.5 };
  const path = `M${near},${cpuImagesPerSecond}L${far},${cpuImagesPerSecond}L${far},${gpuImagesPerSecond}L${near},${gpuImagesPerSecond}`;
  return [{ type: "path", path, line }];
}

function ratioBeside(comparison: CpuAndGpu, x: number): Partial<Annotation> {
  const [ratio, { cpuImagesPerSecond: cpu }] = [acceleration(comparison), comparison];
  const text = ratio === undefined ? "no GPU measured" : `<b>× ${shortNumber(ratio)}</b>`;
  const y = Math.log10(cpu) + Math.log10(ratio ?? 1) / 2; // plotly takes the logarithm for texts
  if (ratio === undefined) return textAnnotation(text, { x, y, yshift: 22 });
  return textAnnotation(text, { x: x + 0.15, y, xanchor: "left", font: { size: 15 } });
}
