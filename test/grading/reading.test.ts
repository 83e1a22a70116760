import { describe, expect, it } from "vitest";
import { checkBytesSent, checkReading, type Place, type Reading } from "../../lib/grading";
import { testExercise } from "./answers";

const right: Reading = {
  readFiles: "host",
  shuffle: "host",
  resize: "device",
  gradients: "device",
  update: "device",
  weights: "device",
};
const withOnly = (change: Partial<Reading>) => () => ({ ...right, ...change });

describe("reading the program", () => {
  testExercise(
    checkReading,
    [() => right, () => JSON.parse(JSON.stringify(right)) as Reading],
    [
      { what: "resizing on the host", answer: withOnly({ resize: "host" }), says: /resizing.*not the answer/ },
      { what: "updating on the host", answer: withOnly({ update: "host" }) },
      { what: "weights on the host", answer: withOnly({ weights: "host" }) },
      { what: "shuffling on the device", answer: withOnly({ shuffle: "device" }) },
    ],
  );

  it("does not give the answers away", () => {
    const everything = (place: Place): Reading => ({
      ...right,
      ...Object.fromEntries(Object.keys(right).map((part) => [part, place])),
    });
    expect(checkReading(() => everything("host")).lines.join()).not.toContain("device");
  });
});

describe("bytes sent before a step", () => {
  const sent = (host: number, device: number) => (batch: number, data: Place) =>
    batch * (data === "host" ? host : device);
  testExercise(
    checkBytesSent,
    [
      sent(3076, 8),
      (batch, data) => 4 * batch + (data === "host" ? 32 * 32 * 3 : Int32Array.BYTES_PER_ELEMENT) * batch,
    ],
    [
      { what: "numbers instead of bytes", answer: sent(3076, 2), says: /int32/ },
      { what: "no labels", answer: sent(3072, 4), says: /labels travel/ },
      { what: "grey images", answer: sent(1028, 8), says: /three colours/ },
      { what: "images as float32", answer: sent(12292, 8), says: /uint8/ },
      { what: "enlarged images", answer: sent(49156, 8), says: /travel small/ },
    ],
  );
});
