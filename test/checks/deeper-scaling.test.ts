import { describe, expect, it } from "vitest";
import { checkBreakEven } from "../../lib/checks";

describe("the epochs from which more devices end earlier", () => {
  it("are 4 for the chapter's deeper model on four GPUs: 162 s against 156 s", () => {
    const [one, four] = [
      { firstEpochSeconds: 63, epochSeconds: 33 },
      { firstEpochSeconds: 126, epochSeconds: 10 },
    ];
    expect(63 + 3 * 33).toBeGreaterThan(126 + 3 * 10);
    expect(63 + 2 * 33).toBeLessThan(126 + 2 * 10);
    expect(checkBreakEven(() => 4, [[one, four]]).share).toBe(1);
  });

  it("is the first where the faster epochs start up faster too", () => {
    const [slow, fast] = [
      { firstEpochSeconds: 10, epochSeconds: 5 },
      { firstEpochSeconds: 8, epochSeconds: 4 },
    ];
    expect(checkBreakEven(() => 1, [[slow, fast]]).share).toBe(1);
  });
});
