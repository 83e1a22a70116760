import { product } from "simple-statistics";
import {
  checkLayerWork,
  checkPowerOfTwoBatch,
  checkWorkPerByte,
} from "../../../../solutions/03-deeper-model/exercises/deeper-work";
import { exercise } from "../../../checks/exercise";

export const exercises = [
  exercise({
    cell: "03-deeper-model/test-layer-work",
    check: checkLayerWork,
    right: (width, kernel, from, to) => product([width, width, kernel, kernel, from, to]),
    wrong: {
      what: "one row of the kernel",
      answer: (w, k, from, to) => w * w * k * from * to,
      says: /kernel has rows/,
    },
  }),
  exercise({
    cell: "03-deeper-model/test-power-of-two",
    check: checkPowerOfTwoBatch,
    right: (line, memory) => {
      if (line.fixedBytes + line.bytesPerImage > memory) return 0;
      let batch = 1;
      while (line.fixedBytes + 2 * batch * line.bytesPerImage <= memory) batch *= 2;
      return batch;
    },
    wrong: {
      what: "rounding up",
      answer: (line, memory) => 2 ** Math.ceil(Math.log2((memory - line.fixedBytes) / line.bytesPerImage)),
      says: /round down/,
    },
  }),
  exercise({
    cell: "03-deeper-model/test-work-per-byte",
    check: checkWorkPerByte,
    right: (work, batch, parameters) => ((work / parameters) * batch) / 4,
    wrong: {
      what: "bytes above the line",
      answer: (work, batch, parameters) => ((work * batch) / parameters) * 4,
      says: /below the line/,
    },
  }),
];
