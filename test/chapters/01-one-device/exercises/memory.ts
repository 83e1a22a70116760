import { checkLargestBatch, checkModelBytes } from "../../../../solutions/01-one-device/exercises/memory";
import { exercise } from "../../../checks/exercise";

export const exercises = [
  exercise({
    cell: "01-one-device/test-model-bytes",
    check: checkModelBytes,
    right: (n, bytes, momentum) => {
      const each = n * bytes;
      return { optimizer: each * Number(momentum), gradients: each, parameters: each };
    },
    wrong: {
      what: "Adam's state",
      answer: (n, b, m) => ({ parameters: n * b, gradients: n * b, optimizer: m ? 2 * n * b : 0 }),
      says: /Adam/,
    },
  }),
  exercise({
    cell: "01-one-device/test-largest-batch",
    check: checkLargestBatch,
    right: (line, size, memory) => {
      let images = 0;
      const next = () => line.fixedBytes + ((images + 1) * line.bytesPerImage * size * size) / line.imageSize ** 2;
      while (next() <= memory) images++;
      return images;
    },
    wrong: {
      what: "the ratio turned",
      answer: (l, size, m) =>
        Math.max(0, Math.floor((m - l.fixedBytes) / (l.bytesPerImage * (l.imageSize / size) ** 2))),
      says: /turn the ratio/,
    },
  }),
];
