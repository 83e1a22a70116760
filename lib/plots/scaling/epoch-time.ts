import type { ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { barsByDevices, farthest, leader, seriesOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { short } from "../theme";
import { counted } from "../../system/words";

/**
 * Figures 10.4, 10.8 and 10.12: seconds of a steady epoch by number of devices, the studies side by side. The axis is
 * logarithmic where values are more than 40 times apart.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function epochTimeByDevicesFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  return barsByDevices(titleOf(series), series, {
    of: ({ epochSeconds }) => epochSeconds,
    suffix: " s",
    quantity: "Time per epoch",
    unit: "s",
  });
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  if (one) {
    const [from, to] = [one.first, one.last].map(
      ({ epochSeconds, devices }) => `${short(epochSeconds)} s on ${counted(devices, "device")}`,
    );
    return `${one.name}: an epoch takes ${from}, ${to}`;
  }
  const best = leader(series, ({ epochSeconds }) => -epochSeconds);
  if (!best) return series.length > 1 ? "Time per epoch" : `${series[0].name}: time per epoch`;
  const { epochSeconds, devices } = best.point;
  return `Time per epoch: shortest with ${best.name} (${short(epochSeconds)} s on ${counted(devices, "device")})`;
}
