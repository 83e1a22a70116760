import type { GainRange, Levelling, TimedStep } from "../../../chapters/07-frameworks/terms";
import { checkByCases } from "../../../lib/checks/check";

const SIZES: [times: number, devices: number][] = [
  [10.11, 12],
  [4, 4],
  [1.5, 2],
];

/** Checks a function that says how much sooner devices reach an accuracy, if they need as many images as one, or as many updates. */
export const checkGainRange = checkByCases("The study's sizes", SIZES, (times, devices) => {
  const right: GainRange = { equalImages: times, equalUpdates: times / devices };
  return {
    what: `${devices} devices with ${times} times the images a second`,
    expected: right,
    slips: [
      [{ equalUpdates: 1 }, "An update of all devices has more images than one of a single device: how long does it take?"],
      [{ equalUpdates: times }, "With as many updates, the devices need more images than one device."],
      [{ equalUpdates: devices / times }, "The other way round: how long is an update of all devices, in updates of one?"],
      [{ equalImages: times / devices }, "That is the efficiency: all devices train together."],
    ],
  };
}); // prettier-ignore

const step = (images: number, seconds: number): TimedStep => ({ images, seconds });

const STEPS: [one: TimedStep, other: TimedStep][] = [
  [step(1, 0.012), step(3, 0.016)],
  [step(8, 0.05), step(64, 0.33)],
  [step(256, 0.03), step(1024, 0.09)],
];

/** Checks a function that finds from two steps how a device's throughput levels off. */
export const checkLevelsOff = checkByCases("Where throughput levels off", STEPS, (one, other) => {
  const perImage = (other.seconds - one.seconds) / (other.images - one.images);
  const fixed = one.seconds - one.images * perImage;
  const right: Levelling = { plateau: 1 / perImage, half: fixed / perImage };
  return {
    what: `${one.images} images in ${1e3 * one.seconds} ms, ${other.images} in ${1e3 * other.seconds} ms`,
    expected: right,
    slips: [
      [{ plateau: other.images / other.seconds }, "That is the larger step's own throughput, in which its fixed time still counts."],
      [{ plateau: perImage }, "That is the time of an image. How many images fit into a second?"],
      [{ ...right, half: fixed }, "That is the fixed time of a step. With how many images does the rest take as long?"],
      [{ ...right, half: right.plateau / 2 }, "That is half the throughput. How many images does such a step have?"],
      [{ ...right, half: one.images / 2 }, "Half the throughput, not half the images: when is half of a step's time fixed?"],
    ],
  };
}); // prettier-ignore

const SHARES: [half: number, share: number][] = [
  [2, 0.9],
  [100, 0.5],
  [40, 0.75],
];

/** Checks a function that gives the images in a step with which a device reaches a share of its plateau. */
export const checkImagesForShare = checkByCases("A batch that is large enough", SHARES, (half, share) => ({
  what: `half the plateau with ${half} images, ${100 * share} % of it`,
  expected: (half * share) / (1 - share),
  unit: "images",
  slips: [
    [2 * half * share, "Throughput does not grow in proportion to the batch: which share of a step's time is fixed?"],
    [half / (1 - share), "That is the whole step's time, counted in images. The fixed time is no image."],
    [(half * (1 - share)) / share, "The other way round: a larger share needs a larger batch."],
  ],
}));

const TESTS: [accuracy: number, difference: number][] = [
  [0.5, 0.1],
  [0.9, 0.02],
  [0.75, 0.01],
];

/** Checks a function that gives the test images that two standard errors of an accuracy ask for. */
export const checkTestImages = checkByCases("What a test set can tell", TESTS, (accuracy, difference) => {
  const spread = Math.sqrt(accuracy * (1 - accuracy));
  return {
    what: `${100 * accuracy} % right, two standard errors of ${100 * difference} points`,
    expected: (2 * spread) ** 2 / difference ** 2,
    unit: "images",
    slips: [
      [spread ** 2 / difference ** 2, "Two standard errors, not one, are as wide as the difference."],
      [(2 * spread) / difference, "Four times as many images halve the error: the number grows with the square."],
      [(2 * spread ** 2) / difference ** 2, "The factor 2 is in the standard errors, so it is squared, too."],
      [1 / difference ** 2, "That is right if half of the images are right. With other accuracies, the count varies less."],
    ],
  };
}); // prettier-ignore
