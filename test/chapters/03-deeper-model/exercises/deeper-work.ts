import { product } from "simple-statistics";
import {
  checkLayerWork,
  checkPowerOfTwoBatch,
  checkWorkPerByte,
} from "../../../../solutions/03-deeper-model/exercises/deeper-work";
import { exercise, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("03-deeper-model/test-layer-work", checkLayerWork, {
    right: (width, kernel, from, to) => product([width, width, kernel, kernel, from, to]),
    wrong: slip("one row of the kernel", /kernel has rows/, (w, k, from, to) => w * w * k * from * to),
  }),
  exercise("03-deeper-model/test-power-of-two", checkPowerOfTwoBatch, {
    right: (line, memory) => {
      if (line.fixedBytes + line.bytesPerImage > memory) return 0;
      let batch = 1;
      while (line.fixedBytes + 2 * batch * line.bytesPerImage <= memory) batch *= 2;
      return batch;
    },
    wrong: slip(
      "rounding up",
      /round down/,
      (line, memory) => 2 ** Math.ceil(Math.log2((memory - line.fixedBytes) / line.bytesPerImage)),
    ),
  }),
  exercise("03-deeper-model/test-work-per-byte", checkWorkPerByte, {
    right: (work, batch, parameters) => ((work / parameters) * batch) / 4,
    wrong: slip(
      "bytes above the line",
      /below the line/,
      (work, batch, parameters) => ((work * batch) / parameters) * 4,
    ),
  }),
];
