import { checkBytesSent, checkReading, type Reading } from "../../../../solutions/01-one-device/exercises/reading";
import { exercise } from "../../../checks/exercise";

export const rightReading: Reading = {
  readFiles: "host",
  shuffle: "host",
  resize: "device",
  gradients: "device",
  update: "device",
  weights: "device",
};
const withOnly = (change: Partial<Reading>) => () => ({ ...rightReading, ...change });

export const exercises = [
  exercise({
    cell: "01-one-device/test-reading",
    check: checkReading,
    right: () => rightReading,
    wrong: [
      { what: "resizing on the host", answer: withOnly({ resize: "host" }), says: /resizing.*not the answer/ },
      { what: "updating on the host", answer: withOnly({ update: "host" }) },
      { what: "weights on the host", answer: withOnly({ weights: "host" }) },
      { what: "shuffling on the device", answer: withOnly({ shuffle: "device" }) },
    ],
  }),
  exercise({
    cell: "01-one-device/test-bytes-sent",
    check: checkBytesSent,
    right: (batch, data) => 4 * batch + (data === "host" ? 32 * 32 * 3 : Int32Array.BYTES_PER_ELEMENT) * batch,
    wrong: {
      what: "images as float32",
      answer: (batch, data) => 4 * batch + 4 * (data === "host" ? 32 * 32 * 3 : 1) * batch,
      says: /uint8/,
    },
  }),
];
