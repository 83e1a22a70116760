import type { ScalingStudy } from "./types";

/** The price of a device, and the length of the training. */
interface Price {
  /** Price of one device for one hour. */
  perDeviceHour: number;
  /** For example "EUR". */
  currency: string;
  epochs: number;
}

/** The cost of training on one device count. */
export interface InvoiceLine {
  devices: number;
  epochs: number;
  /** A steady epoch, in seconds. */
  epochSeconds: number;
  /** Start-up and `epochs` steady epochs, in seconds. */
  jobSeconds: number;
  /** `devices x jobSeconds / 3600`. */
  deviceHours: number;
  price: number;
  currency: string;
  /** Price / the baseline's price. */
  relativePrice: number;
  /** Speedup of a steady epoch over the baseline. */
  speedup: number;
  /** Speedup of the whole training with its start-up: the baseline's job time / own job time. */
  jobSpeedup: number;
}

/**
 * The invoice for training some epochs on each device count of a study: the start-up (once) and steady epochs, without
 * evaluation, checkpoints and the time before the first step. If the study's epochs have more images on more devices, the
 * lines are not for the same work.
 * @throws one line when the price or the epochs are out of range.
 * @example
 * invoice(scaling(runs), { perDeviceHour: 3, currency: "EUR", epochs: 100 })
 */
export function invoice({ points }: ScalingStudy, { perDeviceHour, currency, epochs }: Price): InvoiceLine[] {
  if (!(perDeviceHour > 0 && Number.isFinite(perDeviceHour))) {
    throw new Error(`A device-hour for ${perDeviceHour} ${currency} is no price: give a number above 0.`);
  }
  if (!Number.isInteger(epochs) || epochs < 1) {
    throw new Error(`Training for ${epochs} epochs cannot be priced: give a whole number from 1.`);
  }
  const jobs = points.map(({ startUpSeconds, epochSeconds }) => startUpSeconds + epochs * epochSeconds);
  return points.map(({ devices, epochSeconds, speedup }, index) => {
    const deviceHours = (devices * jobs[index]) / 3600;
    return {
      devices,
      epochs,
      epochSeconds,
      jobSeconds: jobs[index],
      deviceHours,
      price: deviceHours * perDeviceHour,
      currency,
      relativePrice: (devices * jobs[index]) / (points[0].devices * jobs[0]),
      speedup,
      jobSpeedup: jobs[0] / jobs[index],
    };
  });
}
