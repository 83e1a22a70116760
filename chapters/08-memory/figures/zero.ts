import type { Data } from "plotly.js-dist";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, figure, ink, heightOf, nameAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { scatter, textAnnotation } from "../../../lib/plots/traces";

/** Bytes of one device. */
interface DeviceBytes {
  atRest: number;
  peak: number;
}

/** A stage of ZeRO: what a device held, and what a formula says. */
export interface StageMemory {
  name: string;
  measured: DeviceBytes;
  counted?: DeviceBytes;
}

const megabyte = 1e6;
/** Where the bars of a stage stand beside its place. */
const beside = { atRest: -0.2, peak: 0.2 };
const width = 0.36;

/** The memory of a device by stage: bars between steps and at the peak, with marks for what was counted. @throws one line when there is no stage. */
export function zeroFigure(title: string, stages: readonly StageMemory[]): Figure {
  if (stages.length === 0) throw new Error("This figure needs a stage, and there is none: give one.");
  const bars = ([["atRest", "at rest"], ["peak", "at the peak"]] as const).map(([which, name], index): Data => {
    const bytes = stages.map(({ measured }) => measured[which] / megabyte);
    return {
      type: "bar",
      name,
      x: stages.map((_, at) => at + beside[which]),
      y: bytes,
      width,
      marker: barMarker(seriesStyle(index)),
      hovertemplate: "%{y:.4s} MB",
    };
  }); // prettier-ignore
  const marks = (["atRest", "peak"] as const).flatMap((which) =>
    stages.flatMap(({ counted }, at) => (counted ? [{ x: at + beside[which], y: counted[which] / megabyte }] : [])),
  );
  const counted: Data[] =
    marks.length === 0
      ? []
      : [
          {
            ...scatter("markers", "counted: without activations"),
            x: marks.map(({ x }) => x),
            y: marks.map(({ y }) => y),
            marker: { symbol: "line-ew-open", size: 30, color: ink, line: { color: ink, width: 3 } },
            hovertemplate: "counted: %{y:.4s} MB",
          },
        ];
  const values = (["atRest", "peak"] as const).flatMap((which) =>
    stages.map(({ measured, counted }, at) => {
      const [x, bytes] = [at + beside[which], measured[which] / megabyte];
      const y = Math.max(bytes, (counted?.[which] ?? 0) / megabyte); // above the mark, too
      return textAnnotation(shortNumber(bytes), { x, y, yanchor: "bottom", yshift: 2 });
    }),
  );
  const all = [...stages.flatMap(({ measured }) => [measured.atRest, measured.peak]), ...marks.map(({ y }) => megabyte * y)];
  return figure(title, [...bars, ...counted], {
    height: heightOf(330),
    barmode: "overlay",
    annotations: values,
    xaxis: nameAxis("", stages),
    yaxis: axis("Memory of a device", "MB", { range: [0, (1.14 * Math.max(...all)) / megabyte] }),
  });
} // prettier-ignore
