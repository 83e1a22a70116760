import { Check } from "../check";
import { formatNumber } from "../compare";

/** Where something happens: `host` is the JavaScript program, `device` is what TensorFlow computes on. */
export type Place = "host" | "device";

/** Where the parts of a training program run or lie, when the images are kept on the device. */
export interface Reading {
  /** Reading the files of the data set. */
  readFiles: Place;
  /** Drawing the order of the images for an epoch. */
  shuffle: Place;
  /** Enlarging the images of a batch and dividing them by 255. */
  resize: Place;
  /** The model's predictions and the gradients. */
  gradients: Place;
  /** Subtracting the gradients, times the learning rate, from the weights. */
  update: Place;
  /** The weights, between two steps. */
  weights: Place;
}

const RIGHT: Reading = {
  readFiles: "host",
  shuffle: "host",
  resize: "device",
  gradients: "device",
  update: "device",
  weights: "device",
};

const ASKED: Record<keyof Reading, string> = {
  readFiles: "reading the files",
  shuffle: "drawing the order of the images",
  resize: "resizing the images of a batch",
  gradients: "computing the gradients",
  update: "updating the weights",
  weights: "keeping the weights between steps",
};

const SECTION = "Where is computation, how does data move?";

/** Checks what a student read off the training program. The right places are not shown. */
export function checkReading(reading: () => Reading): Check {
  const parts = Object.keys(RIGHT) as (keyof Reading)[]; // the keys of a constant object are its own
  return new Check(
    SECTION,
    parts.map((part) => ({
      what: ASKED[part],
      came: () => reading()[part],
      expected: RIGHT[part],
      secret: true,
    })),
  );
}

type SendCase = [batchSize: number, data: Place];
const SENT: SendCase[] = [
  [32, "device"],
  [32, "host"],
];

/**
 * Checks a function that gives the bytes that go from the host to the device before a step: each image's label, an
 * int32, and with the images on the device its row number, another int32, else its own 32x32x3 bytes.
 */
export function checkBytesSent(bytesSent: (batchSize: number, data: Place) => number, cases = SENT): Check {
  return new Check(
    SECTION,
    cases.map(([batchSize, data]) => ({
      what: `a batch of ${formatNumber(batchSize)} with the images on the ${data}`,
      came: () => bytesSent(batchSize, data),
      expected: batchSize * (data === "device" ? 4 + 4 : 32 * 32 * 3 + 4),
      unit: "bytes",
      slips: [
        { value: batchSize * 2, hint: "These are numbers: how many bytes has an int32?" },
        { value: batchSize * (data === "device" ? 4 : 32 * 32 * 3), hint: "The labels travel too." },
        { value: batchSize * (32 * 32 + 4), hint: "A pixel has three colours, a byte each." },
        { value: batchSize * (32 * 32 * 3 * 4 + 4), hint: "On their way the images are uint8: one byte a colour." },
        { value: batchSize * (128 * 128 * 3 + 4), hint: "They are enlarged on the device, so they travel small." },
      ],
    })),
  );
}
