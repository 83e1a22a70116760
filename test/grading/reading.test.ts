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
  testExercise(
    checkBytesSent,
    [
      (batch, data) => (data === "device" ? 4 * batch : 3072 * batch),
      (batch, data) => batch * (data === "host" ? 32 * 32 * 3 : Int32Array.BYTES_PER_ELEMENT),
    ],
    [
      { what: "indices without a size", answer: (batch, data) => batch * (data === "host" ? 3072 : 1), says: /int32/ },
      { what: "grey images", answer: (batch, data) => batch * (data === "host" ? 1024 : 4), says: /three colours/ },
      { what: "images as float32", answer: (batch, data) => batch * (data === "host" ? 12288 : 4), says: /uint8/ },
      { what: "enlarged images", answer: (batch, data) => batch * (data === "host" ? 49152 : 4), says: /travel small/ },
    ],
  );
});
