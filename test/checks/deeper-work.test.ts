import { describe, expect, it } from "vitest";
import { checkBytesPerEpoch, checkPowerOfTwoBatch } from "../../lib/checks";

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

describe("bytes of an epoch", () => {
  it("are 660 MB and 3.03 GB for the chapter's epochs on four devices", () => {
    const told = (answer: number, one: [number, number, number]) => checkBytesPerEpoch(() => answer, [one]).share;
    expect(told(660_388_120, [23_585_290, 50_000, 8_192])).toBe(1);
    expect(told(3_034_311_176, [58_352_138, 50_000, 4_096])).toBe(1);
  });
});
