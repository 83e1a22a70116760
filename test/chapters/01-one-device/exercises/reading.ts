import {
  checkBytesSent,
  checkKerasLines,
  checkReading,
  type KerasLines,
  type Reading,
} from "../../../../solutions/01-one-device/exercises/reading";
import { exercise, guess, slip } from "../../../checks/exercise";

export const rightReading: Reading = {
  readFiles: "host",
  shuffle: "host",
  resize: "device",
  gradients: "device",
  update: "device",
  weights: "device",
};
const rightLines: KerasLines = {
  flags: "programArguments",
  files: "datasetNamed",
  enlarging: "fit",
  network: "resNet50V2",
  optimizer: "sgd",
  loss: "fit",
  epochs: "fit",
  onlyOurs: "OneDeviceStrategy",
};
const withOnly = (change: Partial<Reading>) => () => ({ ...rightReading, ...change });

export const exercises = [
  exercise("01-one-device/test-reading", checkReading, {
    right: () => rightReading,
    wrong: [
      slip("resizing on the host", /resizing.*not the answer/, withOnly({ resize: "host" })),
      guess("updating on the host", withOnly({ update: "host" })),
      guess("weights on the host", withOnly({ weights: "host" })),
      guess("shuffling on the device", withOnly({ shuffle: "device" })),
    ],
  }),
  exercise("01-one-device/test-keras-lines", checkKerasLines, {
    right: () => rightLines,
    wrong: [
      slip("images that the data set enlarges", /32 x 32.*`decode`/, () => ({
        ...rightLines,
        enlarging: "datasetNamed",
      })),
      guess("an optimizer inside fit", () => ({ ...rightLines, optimizer: "fit" })),
      guess("no part for the epochs", () => ({ ...rightLines, epochs: "sgd" })),
    ],
  }),
  exercise("01-one-device/test-bytes-sent", checkBytesSent, {
    right: (batch, data) => 4 * batch + (data === "host" ? 32 * 32 * 3 : Int32Array.BYTES_PER_ELEMENT) * batch,
    wrong: slip(
      "images as float32",
      /uint8/,
      (batch, data) => 4 * batch + 4 * (data === "host" ? 32 * 32 * 3 : 1) * batch,
    ),
  }),
];
