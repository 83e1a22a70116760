import { describe, expect, it } from "vitest";
import { checkPowerOfTwoBatch } from "../../lib/checks";

describe("the batch as a power of two", () => {
  it("is 2,048 and 1,024 for the chapter's networks on 64 GB, by the bytes of their graphs", () => {
    const graphs = [
      { fixedBytes: 0.155e9, bytesPerImage: 20.5e6 },
      { fixedBytes: 0.295e9, bytesPerImage: 50.4e6 },
    ];
    const [shallow, deep] = [2048, 1024].map((batch, i) => checkPowerOfTwoBatch(() => batch, [[graphs[i], 64e9]]));
    expect([shallow.share, deep.share]).toEqual([1, 1]);
  });
});
