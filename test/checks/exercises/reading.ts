import { checkBytesSent, checkReading, type Place, type Reading } from "../../../lib/checks";
import { exercise } from "../exercise";

export const rightReading: Reading = {
  readFiles: "host",
  shuffle: "host",
  resize: "device",
  gradients: "device",
  update: "device",
  weights: "device",
};
const withOnly = (change: Partial<Reading>) => () => ({ ...rightReading, ...change });
const sent = (host: number, device: number) => (batch: number, data: Place) =>
  batch * (data === "host" ? host : device);

export const exercises = [
  exercise({
    what: "reading the program",
    cell: "01-one-device/test-reading",
    check: checkReading,
    right: [() => rightReading, () => JSON.parse(JSON.stringify(rightReading)) as Reading],
    wrong: [
      { what: "resizing on the host", answer: withOnly({ resize: "host" }), says: /resizing.*not the answer/ },
      { what: "updating on the host", answer: withOnly({ update: "host" }) },
      { what: "weights on the host", answer: withOnly({ weights: "host" }) },
      { what: "shuffling on the device", answer: withOnly({ shuffle: "device" }) },
    ],
  }),
  exercise({
    what: "bytes sent before a step",
    cell: "01-one-device/test-bytes-sent",
    check: checkBytesSent,
    right: [
      sent(3076, 8),
      (batch, data) => 4 * batch + (data === "host" ? 32 * 32 * 3 : Int32Array.BYTES_PER_ELEMENT) * batch,
    ],
    wrong: [
      { what: "numbers instead of bytes", answer: sent(3076, 2), says: /int32/ },
      { what: "no labels", answer: sent(3072, 4), says: /labels travel/ },
      { what: "grey images", answer: sent(1028, 8), says: /three colours/ },
      { what: "images as float32", answer: sent(12292, 8), says: /uint8/ },
      { what: "enlarged images", answer: sent(49156, 8), says: /travel small/ },
    ],
  }),
];
