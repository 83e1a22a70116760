import type { ScalingStudy } from "./types";

/** What a device costs, and for how long it is to train. */
export interface Price {
  /** Of one device for one hour. */
  perDeviceHour: number;
  /** Its name, for example "EUR". */
  currency: string;
  epochs: number;
}

/** What training costs on one device count. */
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
  /** Of a steady epoch, against the baseline. */
  speedup: number;
  /** Of the whole training, start-up included: the baseline's job time / own job time. */
  jobSpeedup: number;
}

/**
 * The invoice for training so many epochs on each device count of a study: start-up (once) and steady epochs, without
 * evaluation, checkpoints and the time before the first step. Epochs are the study's: where those of more devices have more
 * images, they are not the same work.
 * @throws one line when the price or the epochs are out of range.
 */
export function invoice({ points }: ScalingStudy, { perDeviceHour, currency, epochs }: Price): InvoiceLine[] {
  if (!(perDeviceHour > 0 && Number.isFinite(perDeviceHour))) {
    throw new Error(`A device-hour for ${perDeviceHour} ${currency} is no price: give a number above 0.`);
  }
  if (!Number.isInteger(epochs) || epochs < 1) {
    throw new Error(`Training for ${epochs} epochs cannot be priced: give a whole number from 1.`);
  }
  const jobs = points.map(({ startUpSeconds, epochSeconds }) => startUpSeconds + epochs * epochSeconds);
  return points.map(({ devices, epochSeconds, speedup }, at) => {
    const deviceHours = (devices * jobs[at]) / 3600;
    return {
      devices,
      epochs,
      epochSeconds,
      jobSeconds: jobs[at],
      deviceHours,
      price: deviceHours * perDeviceHour,
      currency,
      relativePrice: (devices * jobs[at]) / (points[0].devices * jobs[0]),
      speedup,
      jobSpeedup: jobs[0] / jobs[at],
    };
  });
}
