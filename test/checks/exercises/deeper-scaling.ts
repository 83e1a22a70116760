import { checkBreakEven, checkExtraSeconds, checkInterpolation, checkPredictedEfficiency } from "../../../lib/checks";
import { exercise } from "../exercise";

export const deeperScalingExercises = [
  exercise({
    what: "the epochs from which more devices end earlier",
    cell: "03-deeper-model/test-break-even",
    check: checkBreakEven,
    right: [
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
    wrong: [
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
  }),
  exercise({
    what: "seconds beyond the ideal epoch",
    cell: "03-deeper-model/test-extra-seconds",
    check: checkExtraSeconds,
    right: [
      (one, seconds, devices) => seconds - one / devices,
      (one, seconds, devices) => (seconds * devices - one) / devices,
    ],
    wrong: [
      { what: "the sign turned", answer: (one, seconds, n) => one / n - seconds, says: /sign/ },
      { what: "device-seconds", answer: (one, seconds, n) => seconds * n - one, says: /all devices together/ },
      { what: "what was won", answer: (one, seconds) => one - seconds, says: /was won/ },
      { what: "the ideal epoch", answer: (one, _, n) => one / n, says: /is the ideal/ },
    ],
  }),
  exercise({
    what: "a value between two known ones",
    cell: "03-deeper-model/test-interpolate",
    check: checkInterpolation,
    right: [
      (x, [x1, y1], [x2, y2]) => y1 + ((y2 - y1) * (x - x1)) / (x2 - x1),
      (x, [x1, y1], [x2, y2]) => {
        const share = (x - x1) / (x2 - x1);
        return (1 - share) * y1 + share * y2;
      },
    ],
    wrong: [
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
  }),
  exercise({
    what: "a predicted efficiency",
    cell: "03-deeper-model/test-predicted-efficiency",
    check: checkPredictedEfficiency,
    right: [(one, extra, n) => one / n / (one / n + extra), (one, extra, n) => one / (one + n * extra)],
    wrong: [
      { what: "the extra against one device's epoch", answer: (one, extra) => one / (one + extra), says: /on top/ },
      { what: "the speedup", answer: (one, extra, n) => one / (one / n + extra), says: /divide by the devices/ },
      { what: "upside down", answer: (one, extra, n) => (one / n + extra) / (one / n), says: /Upside down/ },
      { what: "percent", answer: (one, extra, n) => (100 * one) / (one + n * extra), says: /Give a share/ },
    ],
  }),
];
