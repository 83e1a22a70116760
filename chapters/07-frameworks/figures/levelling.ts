import type { Figure } from "../../../lib/plots/figure";
import { axis, heightOf, logAxis, notedFigure, pointMarker, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";
import type { Levelling, TimedStep } from "../terms";

/** The steps that were measured on a device, and how its throughput levels off by them. */
export interface DeviceLevelling extends Levelling {
  name: string;
  steps: readonly TimedStep[];
}

/** Throughput as a share of each device's plateau, by batch: the measured points, and the line of its plateau and half. */
export function levellingFigure(devices: readonly DeviceLevelling[], note = ""): Figure {
  const batches = [1, 4, 16, 64, 256, 1024, 4096];
  return notedFigure(
    "How throughput levels off",
    note,
    devices.flatMap(({ name, steps, plateau, half }, index) => {
      const style = seriesStyle(index);
      const sizes = Array.from({ length: 49 }, (_, at) => 2 ** (at / 4));
      return [
        {
          ...scatter("lines", name, name),
          x: sizes,
          y: sizes.map((images) => (100 * images) / (images + half)),
          line: { color: style.colour, width: 1.5 },
          showlegend: false,
          hoverinfo: "skip" as const,
        },
        {
          ...scatter("markers", name, name),
          x: steps.map(({ images }) => images),
          y: steps.map(({ images, seconds }) => (100 * images) / seconds / plateau),
          marker: { ...pointMarker(style), size: 10 },
          hovertemplate: "%{x} images: %{y:.0f} %",
        },
      ];
    }),
    {
      height: heightOf(330),
      showlegend: true,
      xaxis: { ...logAxis("", "", batches), ...axis("Images in a step"), tickvals: batches, ticktext: batches.map(shortNumber) },
      yaxis: axis("Throughput", "% of the plateau", { range: [0, 110] }),
    },
  );
} // prettier-ignore
