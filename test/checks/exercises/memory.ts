import { checkLargestBatch, checkModelBytes, type MeasuredMemory } from "../../../lib/checks";
import { exercise } from "../exercise";

export const exercises = [
  exercise({
    what: "bytes of a model",
    cell: "01-one-device/test-model-bytes",
    check: checkModelBytes,
    right: [
      (n, bytes, momentum) => ({ parameters: n * bytes, gradients: n * bytes, optimizer: momentum ? n * bytes : 0 }),
      (n, bytes, momentum) => {
        const each = n * bytes;
        return { optimizer: each * Number(momentum), gradients: each, parameters: each };
      },
    ],
    wrong: [
      {
        what: "a state without momentum",
        answer: (n, b) => ({ parameters: n * b, gradients: n * b, optimizer: n * b }),
        says: /Plain SGD/,
      },
      {
        what: "no state with momentum",
        answer: (n, b) => ({ parameters: n * b, gradients: n * b, optimizer: 0 }),
        says: /one number for every/,
      },
      {
        what: "Adam's state",
        answer: (n, b, m) => ({ parameters: n * b, gradients: n * b, optimizer: m ? 2 * n * b : 0 }),
        says: /Adam/,
      },
      {
        what: "numbers instead of bytes",
        answer: (n, _, m) => ({ parameters: n, gradients: n, optimizer: m ? n : 0 }),
        says: /how many bytes/,
      },
    ],
  }),
  exercise({
    what: "the largest batch",
    cell: "01-one-device/test-largest-batch",
    check: checkLargestBatch,
    right: [
      (line, size, memory) => Math.max(0, Math.floor((memory - line.fixedBytes) / bytesAt(line, size))),
      (line, size, memory) => {
        if (memory < line.fixedBytes) return 0;
        const [left, each] = [memory - line.fixedBytes, (line.bytesPerImage * size * size) / line.imageSize ** 2];
        return (left - (left % each)) / each;
      },
    ],
    wrong: [
      { what: "the fixed part forgotten", answer: (l, size, m) => Math.floor(m / bytesAt(l, size)), says: /fixed part takes/ }, // prettier-ignore
      { what: "a broken image", answer: (l, size, m) => (m - l.fixedBytes) / bytesAt(l, size), says: /whole images/ },
      { what: "a negative batch", answer: (l, size, m) => Math.floor((m - l.fixedBytes) / bytesAt(l, size)), says: /: 0/ }, // prettier-ignore
      { what: "one too many", answer: (l, size, m) => Math.ceil((m - l.fixedBytes) / bytesAt(l, size)), says: /too many/ }, // prettier-ignore
      {
        what: "the measured image size",
        answer: (l, _, m) => Math.max(0, Math.floor((m - l.fixedBytes) / l.bytesPerImage)),
        says: /another image size/,
      },
      {
        what: "one side only",
        answer: (l, size, m) => Math.max(0, Math.floor((m - l.fixedBytes) / ((l.bytesPerImage * size) / l.imageSize))),
        says: /width and a height/,
      },
      {
        what: "the ratio turned",
        answer: (l, size, m) =>
          Math.max(0, Math.floor((m - l.fixedBytes) / (l.bytesPerImage * (l.imageSize / size) ** 2))),
        says: /turn the ratio/,
      },
    ],
  }),
];

const bytesAt = ({ bytesPerImage, imageSize }: MeasuredMemory, size: number): number =>
  bytesPerImage * (size / imageSize) ** 2;
