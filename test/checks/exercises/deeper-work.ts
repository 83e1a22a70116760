import { checkLayerWork, checkPowerOfTwoBatch, checkWorkPerByte } from "../../../lib/checks";
import { exercise } from "../exercise";

export const exercises = [
  exercise({
    what: "multiply-adds of a layer",
    cell: "03-deeper-model/test-layer-work",
    check: checkLayerWork,
    right: [
      (width, kernel, from, to) => width ** 2 * kernel ** 2 * from * to,
      (width, kernel, from, to) => {
        const pixels = width * width;
        const weights = kernel * kernel * from * to;
        return pixels * weights;
      },
    ],
    wrong: [
      { what: "the weights alone", answer: (_, k, from, to) => k * k * from * to, says: /counts the weights/ },
      { what: "one row of pixels", answer: (w, k, from, to) => w * k * k * from * to, says: /image has rows/ },
      { what: "one row of the kernel", answer: (w, k, from, to) => w * w * k * from * to, says: /kernel has rows/ },
      { what: "one channel in", answer: (w, k, _, to) => w * w * k * k * to, says: /all channels that come in/ },
      { what: "one channel out", answer: (w, k, from) => w * w * k * k * from, says: /goes out/ },
      { what: "operations", answer: (w, k, from, to) => 2 * w * w * k * k * from * to, says: /count as one/ },
    ],
  }),
  exercise({
    what: "the batch as a power of two",
    cell: "03-deeper-model/test-power-of-two",
    check: checkPowerOfTwoBatch,
    right: [
      ({ fixedBytes, bytesPerImage }, memory) => {
        const images = Math.floor((memory - fixedBytes) / bytesPerImage);
        return images < 1 ? 0 : 2 ** Math.floor(Math.log2(images));
      },
      (line, memory) => {
        if (line.fixedBytes + line.bytesPerImage > memory) return 0;
        let batch = 1;
        while (line.fixedBytes + 2 * batch * line.bytesPerImage <= memory) batch *= 2;
        return batch;
      },
    ],
    wrong: [
      {
        what: "any number of images",
        answer: (l, m) => Math.max(0, Math.floor((m - l.fixedBytes) / l.bytesPerImage)),
        says: /which power of two/,
      },
      {
        what: "rounding up",
        answer: (l, m) => 2 ** Math.ceil(Math.log2((m - l.fixedBytes) / l.bytesPerImage)),
        says: /round down/,
      },
      {
        what: "the exponent",
        answer: (l, m) => Math.floor(Math.log2((m - l.fixedBytes) / l.bytesPerImage)),
        says: /exponent/,
      },
      {
        what: "one image where none fits",
        answer: (l, m) => 2 ** Math.max(0, Math.floor(Math.log2((m - l.fixedBytes) / l.bytesPerImage))),
        says: /Not even one/,
      },
    ],
  }),
  exercise({
    what: "work for each byte",
    cell: "03-deeper-model/test-work-per-byte",
    check: checkWorkPerByte,
    right: [
      (work, batch, parameters) => (work * batch) / (4 * parameters),
      (work, batch, p) => ((work / p) * batch) / 4,
    ],
    wrong: [
      { what: "per parameter", answer: (work, batch, p) => (work * batch) / p, says: /4 bytes/ },
      { what: "bytes above the line", answer: (work, batch, p) => ((work * batch) / p) * 4, says: /below the line/ },
      { what: "one image", answer: (work, _, p) => work / (4 * p), says: /whole local batch/ },
      { what: "bytes for each work", answer: (work, batch, p) => (4 * p) / (work * batch), says: /Upside down/ },
    ],
  }),
];
