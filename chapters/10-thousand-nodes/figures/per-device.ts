import type { Figure } from "../../../lib/plots/figure";
import { axis, heightOf, logAxis, pointMarker, seriesStyle, notedFigure } from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** Images a second of one device, by the images that it has in a step. */
export interface DeviceRate {
  /** The kind of scale: `up to 64 GPUs`. */
  group: string;
  batch: number;
  imagesPerSecond: number;
}

/** What each device computes a second by its images in a step, beside a rule: small batches use a device badly. */
export function perDeviceFigure(
  rates: readonly DeviceRate[],
  rule: { name: string; imagesPerSecond: (batch: number) => number },
  note = "",
): Figure {
  const batches = rates.map(({ batch }) => batch);
  const [low, high] = [Math.min(...batches), Math.max(...batches)];
  const grid = Array.from({ length: 60 }, (_, at) => low * (high / low) ** (at / 59));
  const groups = [...new Set(rates.map(({ group }) => group))];
  return notedFigure(
    "What one GPU does with its share of a step",
    note,
    [
      {
        ...scatter("lines", rule.name),
        ...{ x: grid, y: grid.map(rule.imagesPerSecond), line: { color: "#888888", width: 1.5 }, hoverinfo: "skip" },
      },
      ...groups.map((group, index) => {
        const those = rates.filter((rate) => rate.group === group);
        return {
          ...scatter("markers", group),
          x: those.map(({ batch }) => batch),
          y: those.map(({ imagesPerSecond }) => imagesPerSecond),
          marker: pointMarker(seriesStyle(index)),
          hovertemplate: "%{x} images: %{y:.0f} images/s",
        };
      }),
    ],
    {
      height: heightOf(330),
      xaxis: { ...logAxis("", "", batches), ...axis("Images of one GPU in a step") },
      yaxis: axis("Images of one GPU", "1/s", { rangemode: "tozero" }),
    },
  );
}
