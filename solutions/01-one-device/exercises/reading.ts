import { type Check, checkAnswer, checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** `host` is the JavaScript program; `device` is the CPU or GPU that TensorFlow computes on. */
export type Place = "host" | "device";

/** Where each part of a training program runs or is stored, if the images are kept on the device. */
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

const DESCRIPTIONS: Record<keyof Reading, string> = {
  readFiles: "reading the files",
  shuffle: "drawing the order of the images",
  resize: "resizing the images of a batch",
  gradients: "computing the gradients",
  update: "updating the weights",
  weights: "keeping the weights between steps",
};

const SECTION = "Where does the computation happen, and how does the data move?";

/** Checks what a student read in the training program, without showing the right places. */
export function checkReading(reading: () => Reading): Check {
  const parts = Object.keys(RIGHT) as (keyof Reading)[];
  return checkAnswer(SECTION, reading, (reading) =>
    parts.map((part) => ({
      what: DESCRIPTIONS[part],
      call: () => reading()[part],
      expected: RIGHT[part],
      secret: true,
    })),
  );
}

const SENT: [batchSize: number, data: Place][] = [
  [32, "device"],
  [32, "host"],
];

/**
 * Checks a function that gives the bytes that go from the host to the device before a step: each image's label, an
 * int32, and with the images on the device its row number, another int32, else its own 32x32x3 bytes.
 */
export const checkBytesSent = checkByCases(SECTION, SENT, (batchSize, data) => ({
  what: `a batch of ${formatNumber(batchSize)} with the images on the ${data}`,
  expected: batchSize * (data === "device" ? 4 + 4 : 32 * 32 * 3 + 4),
  unit: "bytes",
  slips: [
    [batchSize * 2, "These are numbers: how many bytes does an int32 have?"],
    [batchSize * (data === "device" ? 4 : 32 * 32 * 3), "The host sends the labels, too."],
    [batchSize * (32 * 32 + 4), "A pixel has three colours, a byte each."],
    [batchSize * (32 * 32 * 3 * 4 + 4), "The host sends the images as uint8: one byte for each colour."],
    [batchSize * (128 * 128 * 3 + 4), "The images are enlarged on the device, so the host sends them small."],
  ],
}));

/** A part of the workbook's program. */
export type OurPart = "programArguments" | "OneDeviceStrategy" | "datasetNamed" | "resNet50V2" | "sgd" | "fit";

/** For each part of the book's program, the part of the workbook's that does its work. */
export interface KerasLines {
  /** Reading the command line. */
  flags: OurPart;
  /** Reading the images' files. */
  files: OurPart;
  /** Enlarging the images. */
  enlarging: OurPart;
  network: OurPart;
  optimizer: OurPart;
  /** How wrong the predictions are. */
  loss: OurPart;
  /** Running the epochs, and reporting each. */
  epochs: OurPart;
  /** The part that has no counterpart in the book's program. */
  onlyOurs: OurPart;
}

const PARTS: Record<keyof KerasLines, [right: OurPart, slips: [OurPart, string][]]> = {
  flags: ["programArguments", []],
  files: ["datasetNamed", []],
  enlarging: [
    "fit",
    [
      [
        "datasetNamed",
        "It hands over images of 32 x 32 pixels. Look again at what `decode` does, and at who runs the step.",
      ],
    ],
  ],
  network: ["resNet50V2", []],
  optimizer: ["sgd", []],
  loss: [
    "fit",
    [
      ["sgd", "That changes the weights by the gradients. Which function computes how wrong the predictions are?"],
      ["resNet50V2", "The network only predicts. Look for `loss` in the training step, and at who runs this step."],
    ],
  ],
  epochs: ["fit", []],
  onlyOurs: ["OneDeviceStrategy", [["programArguments", "The book's program reads its command line, too."]]],
};

/** Checks which parts of the two programs a student holds for counterparts, without showing the right ones. */
export function checkKerasLines(lines: () => KerasLines): Check {
  return checkAnswer("The book's program beside ours", lines, (lines) =>
    (Object.keys(PARTS) as (keyof KerasLines)[]).map((part) => {
      const [expected, slips] = PARTS[part];
      return { what: part, call: () => lines()[part], expected, slips, secret: true };
    }),
  );
}
