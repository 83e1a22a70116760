import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, colours, figure, nameAxis, shortNumber } from "../../../lib/plots/theme";
import { textAnnotation } from "../../../lib/plots/traces";

/** The same epoch on one device and on several. */
interface EpochOnSeveral {
  /** For example "ResNet50V2" or "ResNet101V2, predicted". */
  name: string;
  /** The epoch's time on one device. */
  oneDeviceSeconds: number;
  /** The epoch's time on several devices. */
  seconds: number;
}

/**
 * Epochs on several devices in two stacked parts: the ideal (the epoch on one device / devices) and the extra time, with the
 * efficiency above each bar. The same extra seconds weigh less on top of a longer epoch.
 */
export function idealAndExtraFigure(epochs: EpochOnSeveral[], devices: number): Figure {
  const parts = epochs.map(({ oneDeviceSeconds, seconds }) => {
    const ideal = oneDeviceSeconds / devices;
    return { whole: seconds, ideal, extra: seconds - ideal };
  });
  const bars = (name: string, colour: string, ink: string, values: number[]) => ({
    type: "bar" as const,
    name,
    x: values.map((_, index) => index),
    y: values,
    text: values.map((value) => `<b>${shortNumber(value)} s</b>`),
    textposition: "inside" as const,
    insidetextanchor: "middle" as const,
    textangle: 0,
    insidetextfont: { color: ink },
    width: 0.5,
    // A pattern would cross the number in the bar; the two colours differ in lightness.
    marker: barMarker({ colour, pattern: "" }),
    hovertemplate: "%{y:.3f} s",
  });
  const ideal = parts.map((part) => part.ideal);
  const extra = parts.map((part) => part.extra);
  return figure(
    `Where an epoch on ${devices} devices spends its time`,
    [
      bars(`ideal: an epoch on one device / ${devices}`, colours.blue, "white", ideal),
      bars("extra", colours.orange, "black", extra),
    ],
    {
      barmode: "stack",
      xaxis: nameAxis("Model", epochs),
      yaxis: axis("Time per epoch", "s", { range: [0, 1.2 * Math.max(...parts.map(({ whole }) => whole))] }),
      annotations: parts.map(({ whole, ideal }, x) =>
        textAnnotation(`<b>${shortNumber((100 * ideal) / whole)} %</b> efficient`, { x, y: whole, yanchor: "bottom" }),
      ),
    },
  );
}
