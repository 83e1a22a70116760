import { describe, expect, it } from "vitest";
import { checkBreakEven, checkExtraSeconds, checkInterpolation, checkPredictedEfficiency } from "../../lib/grading";
import { testExercise } from "./answers";

describe("the epochs from which more devices end earlier", () => {
  testExercise(
    checkBreakEven,
    [
      (few, many) => {
        const lost = many.firstEpochSeconds - few.firstEpochSeconds;
        return Math.floor(lost / (few.epochSeconds - many.epochSeconds)) + 2;
      },
      (few, many) => {
        let [slow, fast, epochs] = [few.firstEpochSeconds, many.firstEpochSeconds, 1];
        while (fast >= slow) {
          slow += few.epochSeconds;
          fast += many.epochSeconds;
          epochs++;
        }
        return epochs;
      },
    ],
    [
      {
        what: "a tie",
        answer: (f, m) =>
          Math.ceil((m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds)) + 1,
        says: /same time/,
      },
      {
        what: "the first epoch not counted",
        answer: (f, m) => Math.ceil((m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds)),
        says: /first epoch is an epoch/,
      },
      {
        what: "a broken number",
        answer: (f, m) => (m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds),
        says: /Epochs are whole/,
      },
      {
        what: "one epoch too many",
        answer: (f, m) =>
          Math.floor((m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds)) + 3,
        says: /ahead already/,
      },
    ],
  );

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

describe("seconds beyond the ideal epoch", () => {
  testExercise(
    checkExtraSeconds,
    [
      (one, seconds, devices) => seconds - one / devices,
      (one, seconds, devices) => (seconds * devices - one) / devices,
    ],
    [
      { what: "the sign turned", answer: (one, seconds, n) => one / n - seconds, says: /sign/ },
      { what: "device-seconds", answer: (one, seconds, n) => seconds * n - one, says: /all devices together/ },
      { what: "what was won", answer: (one, seconds) => one - seconds, says: /was won/ },
      { what: "the ideal epoch", answer: (one, _, n) => one / n, says: /is the ideal/ },
    ],
  );
});

describe("a value between two known ones", () => {
  testExercise(
    checkInterpolation,
    [
      (x, [x1, y1], [x2, y2]) => y1 + ((y2 - y1) * (x - x1)) / (x2 - x1),
      (x, [x1, y1], [x2, y2]) => {
        const share = (x - x1) / (x2 - x1);
        return (1 - share) * y1 + share * y2;
      },
    ],
    [
      { what: "the middle", answer: (_, a, b) => (a[1] + b[1]) / 2, says: /the middle/ },
      {
        what: "the rise alone",
        answer: (x, a, b) => ((b[1] - a[1]) / (b[0] - a[0])) * (x - a[0]),
        says: /first point's height/,
      },
      {
        what: "the slope from 0",
        answer: (x, a, b) => a[1] + ((b[1] - a[1]) / (b[0] - a[0])) * x,
        says: /not from 0/,
      },
      { what: "proportion", answer: (x, _, b) => (b[1] * x) / b[0], says: /one point only/ },
    ],
  );
});

describe("a predicted efficiency", () => {
  testExercise(
    checkPredictedEfficiency,
    [(one, extra, n) => one / n / (one / n + extra), (one, extra, n) => one / (one + n * extra)],
    [
      { what: "the extra against one device's epoch", answer: (one, extra) => one / (one + extra), says: /on top/ },
      { what: "the speedup", answer: (one, extra, n) => one / (one / n + extra), says: /divide by the devices/ },
      { what: "upside down", answer: (one, extra, n) => (one / n + extra) / (one / n), says: /Upside down/ },
      { what: "percent", answer: (one, extra, n) => (100 * one) / (one + n * extra), says: /Give a share/ },
    ],
  );
});
