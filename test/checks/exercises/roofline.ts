import { checkAttainable, checkUnderRoof, type MeasuredWork, type UnderRoof } from "../../../lib/checks";
import { exercise } from "../exercise";

/** Where work falls, with other factors for its operations and bytes than the right ones. */
function placed(
  { multiplyAdds, numbersMoved, imagesPerSecond }: MeasuredWork,
  peak: number,
  bandwidth: number,
  [perMultiplyAdd, perNumber] = [6, 12],
): UnderRoof {
  const [operations, bytes] = [perMultiplyAdd * multiplyAdds, perNumber * numbersMoved];
  const [operationsPerByte, operationsPerSecond] = [operations / bytes, operations * imagesPerSecond];
  const limit = Math.min(peak, operationsPerByte * bandwidth);
  return { operationsPerByte, operationsPerSecond, ofPeak: operationsPerSecond / peak, ofAttainable: operationsPerSecond / limit }; // prettier-ignore
}

export const exercises = [
  exercise({
    what: "what is attainable",
    cell: "01-one-device/test-attainable",
    check: checkAttainable,
    right: [
      (intensity, peak, bandwidth) => Math.min(peak, intensity * bandwidth),
      (intensity, peak, bandwidth) => (intensity < peak / bandwidth ? bandwidth * intensity : peak),
    ],
    wrong: [
      {
        what: "the higher line",
        answer: (i, peak, bandwidth) => Math.max(peak, i * bandwidth),
        says: /memory must deliver[^]*no faster than/,
      },
      { what: "the peak", answer: (_, peak) => peak, says: /memory must deliver/ },
      { what: "the slope", answer: (i, _, bandwidth) => i * bandwidth, says: /no faster than its peak/ },
      { what: "a division", answer: (i, peak, bandwidth) => Math.min(peak, bandwidth / i), says: /multiply/ },
    ],
  }),
  exercise({
    what: "a training under its roof",
    cell: "01-one-device/test-under-roof",
    check: checkUnderRoof,
    right: [
      (work, peak, bandwidth) => placed(work, peak, bandwidth),
      (work, peak, bandwidth) => {
        const intensity = work.multiplyAdds / (2 * work.numbersMoved);
        const rate = 6 * work.multiplyAdds * work.imagesPerSecond;
        const ofPeak = rate / peak;
        const ofAttainable = Math.max(ofPeak, rate / (intensity * bandwidth));
        return { ofAttainable, ofPeak, operationsPerByte: intensity, operationsPerSecond: rate };
      },
    ],
    wrong: [
      { what: "one operation each", answer: (w, p, b) => placed(w, p, b, [3, 12]), says: /two operations/ },
      { what: "the forward pass", answer: (w, p, b) => placed(w, p, b, [2, 4]), says: /forward pass/ },
      { what: "numbers as bytes", answer: (w, p, b) => placed(w, p, b, [6, 3]), says: /how many bytes/ },
      {
        what: "percent",
        answer: (w, p, b) => ({ ...placed(w, p, b), ofPeak: 100 * placed(w, p, b).ofPeak, ofAttainable: 100 * placed(w, p, b).ofAttainable }), // prettier-ignore
        says: /no percent/,
      },
      {
        what: "the peak for what is attainable",
        answer: (w, p, b) => ({ ...placed(w, p, b), ofAttainable: placed(w, p, b).ofPeak }),
        says: /what the roof allows/,
      },
    ],
  }),
];
