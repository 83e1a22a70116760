import { checkBytesPerImageAt, checkLargestBatch, checkModelBytes } from "../../../lib/checks";
import { exercise } from "../exercise";

export const memoryExercises = [
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
    what: "bytes per image at another size",
    cell: "01-one-device/test-bytes-per-image-at",
    check: checkBytesPerImageAt,
    right: [(bytes, from, to) => bytes * (to / from) ** 2, (bytes, from, to) => (bytes * to * to) / (from * from)],
    wrong: [
      { what: "one side only", answer: (bytes, from, to) => (bytes * to) / from, says: /width and a height/ },
      { what: "the ratio turned", answer: (bytes, from, to) => bytes * (from / to) ** 2, says: /turn the ratio/ },
      { what: "no change", answer: (bytes) => bytes },
    ],
  }),
  exercise({
    what: "the largest batch",
    cell: "01-one-device/test-largest-batch",
    check: checkLargestBatch,
    right: [
      ({ fixedBytes, bytesPerImage }, memory) => Math.max(0, Math.floor((memory - fixedBytes) / bytesPerImage)),
      ({ fixedBytes, bytesPerImage }, memory) => {
        if (memory < fixedBytes) return 0;
        const left = memory - fixedBytes;
        return (left - (left % bytesPerImage)) / bytesPerImage;
      },
    ],
    wrong: [
      { what: "the fixed part forgotten", answer: (l, m) => Math.floor(m / l.bytesPerImage), says: /fixed part takes/ },
      { what: "a broken image", answer: (l, m) => (m - l.fixedBytes) / l.bytesPerImage, says: /whole images/ },
      { what: "a negative batch", answer: (l, m) => Math.floor((m - l.fixedBytes) / l.bytesPerImage), says: /: 0/ },
      { what: "one too many", answer: (l, m) => Math.ceil((m - l.fixedBytes) / l.bytesPerImage), says: /too many/ },
    ],
  }),
];
