import { sum } from "simple-statistics";
import type { EpochOnDevices } from "../../../chapters/03-deeper-model/book-epochs";
import { counted } from "../../../lib/system/words";
import { checkByCases, type Slip } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** Something that could take the seconds by which an epoch is longer than the ideal one. */
export type Cause = "epoch" | "image" | "first batch" | "synchronisation" | "byte" | "launch" | "waiting";

const steps = ({ images, globalBatch }: EpochOnDevices): number => Math.ceil(images / globalBatch);

export const amounts: Record<Cause, (epoch: EpochOnDevices) => number> = {
  epoch: () => 1,
  image: ({ images }) => images,
  "first batch": ({ images, globalBatch }) => Math.min(images, globalBatch),
  synchronisation: (epoch) => (epoch.devices > 1 ? steps(epoch) : 0),
  byte: (epoch) => steps(epoch) * ringShare(epoch) * 4 * epoch.parameters,
  launch: (epoch) => steps(epoch) * epoch.devices * epoch.layers,
  waiting: ({ devices, images, multiplyAdds }) => (devices > 1 ? (images * multiplyAdds) / devices : 0),
};

const ringShare = ({ devices }: EpochOnDevices): number => (2 * (devices - 1)) / devices;

const deep: EpochOnDevices = {
  ...{ devices: 4, images: 50_000, globalBatch: 4_096 },
  ...{ parameters: 58_352_138, layers: 152, multiplyAdds: 3_560_722_432 },
};
const AMOUNTS: [cause: Cause, epoch: EpochOnDevices][] = [
  ["epoch", deep],
  ["image", deep],
  ["first batch", deep],
  ["synchronisation", deep],
  ["synchronisation", { ...deep, devices: 1, globalBatch: 1_024 }],
  ["byte", deep],
  ["launch", deep],
  ["waiting", deep],
];

/** Checks a function that says how much of a cause there is in an epoch. */
export const checkAmount = checkByCases("Seven causes", AMOUNTS, (cause, epoch) => {
  const { devices, images, globalBatch } = epoch;
  const right = amounts[cause](epoch);
  const exactly = images / globalBatch;
  return {
    what: `"${cause}" with ${counted(devices, "device")}, ${formatNumber(images)} images in batches of ${formatNumber(globalBatch)}`,
    expected: right,
    slips: [
      [(right / steps(epoch)) * exactly, "The last, smaller batch is a whole step, too."],
      [(right / steps(epoch)) * Math.floor(exactly), "The last, smaller batch is a step, too."],
      ...ofOneCause(cause, epoch, right),
    ],
  };
});

function ofOneCause(cause: Cause, epoch: EpochOnDevices, right: number): Slip[] {
  const { devices, images, parameters, multiplyAdds } = epoch;
  switch (cause) {
    case "synchronisation":
      return [[steps(epoch), "A single device does not synchronise with other devices."]];
    case "byte":
      return [
        [right / 4, "That counts numbers: a float32 has 4 bytes."],
        [steps(epoch) * 4 * parameters, "In a ring, a device sends 2 (n - 1) / n times the gradients."],
        [right / steps(epoch), "That is one step: how many has an epoch?"],
      ];
    case "launch":
      return [[right / devices, "The host launches each layer on every device."]];
    case "waiting":
      return [[images * multiplyAdds, "Each device computes a share of the images."]];
    default:
      return [];
  }
}

/** How well one cause explains measured seconds. */
export interface CauseFit {
  /** Seconds that one unit of the cause takes. */
  secondsPerUnit: number;
  /** The largest relative difference of a fitted from a measured value: 0.2 is 20 %. */
  worst: number;
}

const FITS: [amounts: number[], seconds: number[]][] = [
  [[1, 2, 4], [0.5, 1, 2]],
  [[1, 2], [1, 1.5]],
  [[25_000, 37_500, 25_000, 37_500], [1.299, 1.976, 1.584, 1.866]],
]; // prettier-ignore

/** Checks a function that fits seconds by one cause, with least squares and without a constant. */
export const checkCauseFit = checkByCases("One cause at a time", FITS, (units, seconds) => {
  const by = (secondsPerUnit: number): CauseFit => ({
    secondsPerUnit,
    worst: Math.max(...units.map((unit, at) => Math.abs((secondsPerUnit * unit) / seconds[at] - 1))),
  });
  const products = sum(units.map((unit, at) => unit * seconds[at]));
  const right = by(products / sum(units.map((unit) => unit ** 2)));
  const signed = units.map((unit, at) => (right.secondsPerUnit * unit) / seconds[at] - 1);
  const absolute = units.map((unit, at) => Math.abs(right.secondsPerUnit * unit - seconds[at]));
  const relativeToFit = units.map((unit, at) => Math.abs(1 - seconds[at] / (right.secondsPerUnit * unit)));
  return {
    what: `amounts ${units.map(formatNumber).join(", ")}; seconds ${seconds.join(", ")}`,
    expected: right,
    slips: [
      [by(sum(seconds) / sum(units)), "That is the ratio of the sums; least squares weighs large amounts more."],
      [
        by(sum(seconds.map((value, at) => value / units[at])) / units.length),
        "That is the mean ratio; least squares weighs large amounts more.",
      ],
      [{ ...right, worst: Math.max(...signed) }, "A value that is too low is off, too: take the difference's size."],
      [{ ...right, worst: Math.max(...absolute) }, "Those are seconds: divide each difference by what was measured."],
      [{ ...right, worst: Math.max(...relativeToFit) }, "Divide by the measured seconds, not by the fitted ones."],
      [{ ...right, worst: 100 * right.worst }, "Give a share: 0.2 for 20 %."],
    ],
  };
});

/** The seconds that the host prepares each batch, the seconds that the devices compute on it, and the batches ahead. */
const FEEDS: [prepare: number[], compute: number[], ahead: number][] = [
  [[1, 1, 1], [2, 2, 2], 0],
  [[1, 1, 1], [2, 2, 2], 1],
  [[3, 3, 3], [1, 1, 1], 1],
  [[1, 5, 1, 1], [3, 3, 3, 3], 2],
]; // prettier-ignore

/** When an epoch ends whose host prepares batch k once the devices have ended step k - 1 - ahead. */
function epochEnd(prepare: readonly number[], compute: readonly number[], ahead: number): number {
  const ends: number[] = [];
  let ready = 0;
  prepare.forEach((seconds, batch) => {
    const free = ends[batch - 1 - ahead] ?? 0;
    ready = Math.max(ready, free) + seconds;
    ends.push(Math.max(ends[batch - 1] ?? 0, ready) + compute[batch]);
  });
  return ends[ends.length - 1];
}

/** Checks a simulation of a host that prepares batches for devices that compute. */
export const checkFeeding = checkByCases("Which costs overlap", FEEDS, (prepare, compute, ahead) => {
  const [preparing, computing] = [sum(prepare), sum(compute)];
  return {
    what: `prepare ${prepare.join(", ")} s, compute ${compute.join(", ")} s, ${counted(ahead, "batch", "batches")} ahead`,
    expected: epochEnd(prepare, compute, ahead),
    unit: "s",
    slips: [
      [preparing + computing, "Here the host works while the devices compute."],
      [Math.max(preparing, computing), "The devices cannot begin before the first batch is ready."],
      [computing, "The devices wait for their batches, too."],
      [epochEnd(prepare, compute, ahead + 1), "The host is one batch too far ahead."],
      [epochEnd(prepare, compute, prepare.length), "The host may not be that far ahead."],
      [epochEnd(prepare, compute, Math.max(0, ahead - 1)), "The host may be further ahead."],
    ],
  };
});
