import type { ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { barsByDevices, farthest, leader, seriesOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { short } from "../theme";
import { counted } from "../../system/words";

/**
 * What epoch 1 takes beyond a steady epoch, by number of devices: the start-up, which every job pays once. Below 0 where
 * epoch 1 was the faster one.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function startUpFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  return barsByDevices(titleOf(series), series, {
    of: ({ startUpSeconds }) => startUpSeconds,
    suffix: " s",
    quantity: "Epoch 1 beyond a steady epoch",
    unit: "s",
  });
}

function titleOf(series: Series[]): string {
  const one = farthest(series);
  // A first epoch that was not slower shows no start-up.
  if (one && one.first.startUpSeconds > 0 && one.last.startUpSeconds > 0) {
    const [from, to] = [one.first, one.last].map(
      ({ startUpSeconds, devices }) => `${short(startUpSeconds)} s on ${counted(devices, "device")}`,
    );
    return `${one.name}: the start-up takes ${from}, ${to}`;
  }
  const most = leader(series, ({ startUpSeconds }) => startUpSeconds);
  if (!most || most.point.startUpSeconds <= 0) {
    return series.length > 1 ? "Start-up: epoch 1 beyond a steady epoch" : `${series[0].name}: start-up`;
  }
  const { startUpSeconds, devices } = most.point;
  return `Start-up: longest with ${most.name} (${short(startUpSeconds)} s on ${counted(devices, "device")})`;
}
