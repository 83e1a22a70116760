import type { Annotation } from "plotly.js-dist";
import type { Figure } from "../../../lib/plots/figure";
import { barMarker, figure, logAxis, nameAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { textAnnotation } from "../../../lib/plots/traces";

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
 * Throughput on a CPU and on one GPU, on a logarithmic scale, with the acceleration above each pair. Acceleration means a
 * faster device; scaling means more devices.
 */
export function accelerationFigure(comparisons: CpuAndGpu[]): Figure {
  const cpu = comparisons.map(({ cpuImagesPerSecond }) => cpuImagesPerSecond);
  const gpu = comparisons.map(({ gpuImagesPerSecond }) => gpuImagesPerSecond);
  const values = [...cpu, ...gpu].flatMap((value) => value ?? []);
  const throughput = logAxis("Throughput", "images/s", values);
  return figure("Acceleration: one GPU against the CPU", [bars("CPU", cpu, 1), bars("one GPU", gpu, 0)], {
    barmode: "group",
    bargap: 0.4,
    xaxis: nameAxis(
      "Measured",
      comparisons.map(({ where }) => where),
    ),
    yaxis: { ...throughput, range: [Math.log10(Math.min(...values)) - 0.5, Math.log10(Math.max(...values)) + 0.6] },
    annotations: comparisons.map(ratioAbove),
  });
}

function bars(name: string, values: (number | undefined)[], style: number) {
  return {
    type: "bar" as const,
    name,
    x: values.map((_, at) => at),
    y: values.map((value) => value ?? NaN), // NaN draws no bar
    text: values.map((value) => (value === undefined ? "" : shortNumber(value))),
    textposition: "outside" as const,
    cliponaxis: false,
    marker: barMarker(seriesStyle(style)),
    hovertemplate: "%{y:.4s} images/s",
  };
}

function ratioAbove(comparison: CpuAndGpu, x: number): Partial<Annotation> {
  const ratio = acceleration(comparison);
  const text = ratio === undefined ? "no GPU measured" : `<b>${shortNumber(ratio)} times</b>`;
  return textAnnotation(text, { x, y: 1, yref: "paper", yanchor: "top", bgcolor: "white", font: { size: 15 } });
}
