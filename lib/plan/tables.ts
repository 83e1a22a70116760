import type { Rows } from "../system/rows";
import type { PlanCluster } from "./cluster";
import { hours, type PlanChoice } from "./choice";
import type { PlanForecast, Span } from "./forecast";

/** Configurations as rows for `showTable`. Memory is in GB, an update in milliseconds. */
export function forecastTable(
  shown: readonly PlanForecast[],
  { price }: Pick<PlanCluster, "price">,
  { cheapest, fastest }: Pick<PlanChoice, "cheapest" | "fastest"> = {},
): Rows {
  return shown.map((each) => {
    const { configuration, memory, update, job, efficiency, deviceHours, kilowattHours } = each;
    const notes = [each === fastest ? "fastest" : "", each === cheapest ? "cheapest" : ""];
    return {
      devices: configuration.devices,
      "global batch": configuration.globalBatch,
      "local batch": configuration.localBatch,
      accumulation: configuration.accumulation,
      sharded: configuration.sharded ? "yes" : "no",
      "memory (GB)": memory.bytes / 1e9,
      "update (ms)": 1000 * update.seconds,
      "images/s": each.imagesPerSecond,
      "efficiency (%)": 100 * efficiency,
      job: hours(job.seconds),
      "95 % interval": intervalOf(job),
      "device-hours": deviceHours,
      ...(price ? { [price.currency]: each.price } : {}),
      ...(kilowattHours === undefined ? {} : { kWh: kilowattHours }),
      note: notes.filter((note) => note !== "").join(", "),
    };
  });
}

const intervalOf = ({ low, high }: Span): string =>
  low === undefined || high === undefined ? "–" : `${hours(low)} to ${hours(high)}`;
