import {
  checkAttainable,
  checkUnderRoof,
  type MeasuredWork,
  type UnderRoof,
} from "../../../../solutions/01-one-device/exercises/roofline";
import { exercise, slip } from "../../../checks/exercise";

/** The backward pass adds bytes as it adds operations, so that the operations per byte are those of the forward pass. */
function placed(work: MeasuredWork, peak: number, bandwidth: number, operations = 3 * 2): UnderRoof {
  const operationsPerByte = work.multiplyAdds / (2 * work.numbersMoved);
  const operationsPerSecond = operations * work.multiplyAdds * work.imagesPerSecond;
  const ofPeak = operationsPerSecond / peak;
  const ofAttainable = Math.max(ofPeak, operationsPerSecond / (operationsPerByte * bandwidth));
  return { ofAttainable, ofPeak, operationsPerByte, operationsPerSecond };
}

export const exercises = [
  exercise("01-one-device/test-attainable", checkAttainable, {
    right: (intensity, peak, bandwidth) => (intensity < peak / bandwidth ? bandwidth * intensity : peak),
    wrong: slip("the higher line", /memory must deliver[^]*no faster than/, (intensity, peak, bandwidth) =>
      Math.max(peak, intensity * bandwidth),
    ),
  }),
  exercise("01-one-device/test-under-roof", checkUnderRoof, {
    right: (work, peak, bandwidth) => placed(work, peak, bandwidth),
    wrong: slip("the forward pass", /forward pass/, (work, peak, bandwidth) => placed(work, peak, bandwidth, 2)),
  }),
];
