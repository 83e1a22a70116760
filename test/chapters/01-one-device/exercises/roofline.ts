import {
  checkAttainable,
  checkUnderRoof,
  type MeasuredWork,
  type UnderRoof,
} from "../../../../solutions/01-one-device/exercises/roofline";
import { exercise } from "../../../checks/exercise";

/** The backward pass adds bytes as it adds operations, so that the operations per byte are those of the forward pass. */
function placed(work: MeasuredWork, peak: number, bandwidth: number, operations = 3 * 2): UnderRoof {
  const operationsPerByte = work.multiplyAdds / (2 * work.numbersMoved);
  const operationsPerSecond = operations * work.multiplyAdds * work.imagesPerSecond;
  const ofPeak = operationsPerSecond / peak;
  const ofAttainable = Math.max(ofPeak, operationsPerSecond / (operationsPerByte * bandwidth));
  return { ofAttainable, ofPeak, operationsPerByte, operationsPerSecond };
}

export const exercises = [
  exercise({
    cell: "01-one-device/test-attainable",
    check: checkAttainable,
    right: (intensity, peak, bandwidth) => (intensity < peak / bandwidth ? bandwidth * intensity : peak),
    wrong: {
      what: "the higher line",
      answer: (intensity, peak, bandwidth) => Math.max(peak, intensity * bandwidth),
      says: /memory must deliver[^]*no faster than/,
    },
  }),
  exercise({
    cell: "01-one-device/test-under-roof",
    check: checkUnderRoof,
    right: (work, peak, bandwidth) => placed(work, peak, bandwidth),
    wrong: {
      what: "the forward pass",
      answer: (work, peak, bandwidth) => placed(work, peak, bandwidth, 2),
      says: /forward pass/,
    },
  }),
];
