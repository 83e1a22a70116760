import { checkLargestBatch, checkModelBytes } from "../../../../solutions/01-one-device/exercises/memory";
import { exercise, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("01-one-device/test-model-bytes", checkModelBytes, {
    right: (n, bytes, momentum) => {
      const each = n * bytes;
      return { optimizer: each * Number(momentum), gradients: each, parameters: each };
    },
    wrong: slip("Adam's state", /Adam/, (n, b, m) => ({
      parameters: n * b,
      gradients: n * b,
      optimizer: m ? 2 * n * b : 0,
    })),
  }),
  exercise("01-one-device/test-largest-batch", checkLargestBatch, {
    right: (line, size, memory) => {
      let images = 0;
      const next = () => line.fixedBytes + ((images + 1) * line.bytesPerImage * size * size) / line.imageSize ** 2;
      while (next() <= memory) images++;
      return images;
    },
    wrong: slip("the ratio turned", /turn the ratio/, (l, size, m) =>
      Math.max(0, Math.floor((m - l.fixedBytes) / (l.bytesPerImage * (l.imageSize / size) ** 2))),
    ),
  }),
];
