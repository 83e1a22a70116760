import { checkByCases } from "../../../lib/checks/check";

const SECTION = "Images that must be decoded first";

/** Images a second of two ways to join decoding and training. */
export interface JoinedRates {
  inARow: number;
  ahead: number;
}

const RATES: [decoding: number, training: number][] = [
  [600, 300],
  [300, 600],
  [1000, 1000],
];

const inARow = (decoding: number, training: number): number => 1 / (1 / decoding + 1 / training);

/** Checks a function that predicts the rates of decoding and training one after the other, and at the same time on two cores. */
export const checkJoinedRates = checkByCases(SECTION, RATES, (decoding, training) => {
  const right: JoinedRates = { inARow: inARow(decoding, training), ahead: Math.min(decoding, training) };
  return {
    what: `decoding alone ${decoding} images/s, training alone ${training} images/s`,
    expected: right,
    unit: "images/s",
    slips: [
      [{ inARow: (decoding + training) / 2 }, "Times add up, and rates do not: how long does one image take in both?"],
      [{ inARow: 1 / decoding + 1 / training }, "These are seconds per image: divide 1 by this number."],
      [{ inARow: right.ahead }, "In a row, each image takes the time of both."],
      [{ ahead: Math.max(decoding, training) }, "The faster one has to wait for the slower one."],
      [{ ahead: decoding + training }, "Each image has to pass both, so the rates do not add up."],
      [{ ahead: right.inARow }, "At the same time, an image is decoded while another one is trained on."],
    ],
  };
});

/** Seconds of a whole training, by how its images are decoded. */
export interface TrainingSeconds {
  inARow: number;
  ahead: number;
  kept: number;
}

const TRAININGS: [images: number, epochs: number, decoding: number, training: number][] = [
  [6000, 1, 600, 300],
  [6000, 10, 600, 300],
  [6000, 10, 200, 300],
];

/**
 * Checks a function that gives the seconds of a training whose images are decoded in a row in every epoch, ahead in every epoch, or in a
 * row in the first epoch and then kept.
 */
export const checkTrainingSeconds = checkByCases(SECTION, TRAININGS, (images, epochs, decoding, training) => {
  const of = (rate: number): number => images / rate;
  const both = of(inARow(decoding, training));
  const right: TrainingSeconds = {
    inARow: epochs * both,
    ahead: epochs * of(Math.min(decoding, training)),
    kept: both + (epochs - 1) * of(training),
  };
  return {
    what: `${epochs} ${epochs === 1 ? "epoch" : "epochs"} of ${images} images, decoding ${decoding} and training ${training} images/s`,
    expected: right,
    unit: "s",
    slips: [
      [{ inARow: both, ahead: right.ahead / epochs }, "That is one epoch: the images are decoded again in each."],
      [{ kept: epochs * of(training) }, "The first epoch still has to decode the images."],
      [{ kept: both + epochs * of(training) }, "The first epoch trains, too: that is one epoch too many."],
      [{ kept: of(decoding) + (epochs - 1) * of(training) }, "The first epoch decodes and trains."],
      [{ kept: right.inARow }, "From the second epoch on, the images are in memory, decoded."],
      [{ kept: right.ahead }, "Kept images cost no decoding from the second epoch on."],
    ],
  };
});
