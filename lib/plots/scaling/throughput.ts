import type { ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { barsByDevices, farthest, leader, seriesOf } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { short } from "../theme";
import { counted } from "../../system/words";

/** Which throughput to draw. */
export interface ThroughputByDevicesOptions extends ScalingFigureOptions {
  /** `all`: of all devices together. `device`: of one of them. Default `all`. */
  per?: "all" | "device";
}

/**
 * Figures 10.5, 10.9 and 10.13: images a second by number of devices, the studies side by side, of all devices together or
 * of one of them. The axis is logarithmic where values are more than 40 times apart.
 * @throws one line when there is no study, or the labels are not one for each study.
 */
export function throughputByDevicesFigure(
  studies: ScalingStudy[],
  { per = "all", ...options }: ThroughputByDevicesOptions = {},
): Figure {
  const series = seriesOf(studies, options);
  const shared = { suffix: "", unit: "images/s" };
  if (per === "device") {
    return barsByDevices(titlePerDevice(series), series, {
      ...shared,
      of: ({ imagesPerSecondPerDevice }) => imagesPerSecondPerDevice,
      quantity: "Throughput per device",
    });
  }
  return barsByDevices(titleOfAll(series), series, {
    ...shared,
    of: ({ imagesPerSecond }) => imagesPerSecond,
    quantity: "Throughput, all devices",
  });
}

function titleOfAll(series: Series[]): string {
  const one = farthest(series);
  if (one) {
    const [from, to] = [one.first, one.last].map(({ imagesPerSecond }) => short(imagesPerSecond));
    return `${one.name}: from ${from} to ${to} images/s on ${counted(one.last.devices, "device")}`;
  }
  const best = leader(series, ({ imagesPerSecond }) => imagesPerSecond);
  if (!best) return series.length > 1 ? "Throughput" : `${series[0].name}: throughput`;
  const { imagesPerSecond, devices } = best.point;
  return `Throughput: highest with ${best.name} (${short(imagesPerSecond)} images/s on ${counted(devices, "device")})`;
}

function titlePerDevice(series: Series[]): string {
  const one = farthest(series);
  if (one) {
    const share = short(100 * one.last.efficiency);
    const alone = one.first.devices === 1 ? "one alone" : `each of ${one.first.devices}`;
    return `${one.name}: each of ${counted(one.last.devices, "device")} does ${share} % of what ${alone} does`;
  }
  const best = leader(series, ({ efficiency }) => efficiency);
  if (!best) return series.length > 1 ? "Throughput per device" : `${series[0].name}: throughput per device`;
  const { efficiency, devices } = best.point;
  return `Throughput per device: ${best.name} keeps most (${short(100 * efficiency)} % on ${counted(devices, "device")})`;
}
