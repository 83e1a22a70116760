import { checkMeanGradient, checkMirroredSteps, checkRingBytes, checkShares } from "../../../lib/checks";
import { exercise } from "../exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const list = (n: number, value: (device: number) => number) => Array.from({ length: n }, (_, device) => value(device));

export const mirroredExercises = [
  exercise({
    what: "steps of an epoch on several devices",
    cell: "02-mirrored/test-mirrored-steps",
    check: checkMirroredSteps,
    right: [
      (images, each, n) => Math.ceil(images / (each * n)),
      (images, each, n) => Math.floor(images / each / n) + Math.sign(images % (each * n)),
    ],
    wrong: [
      { what: "the steps of one device", answer: (images, each) => Math.ceil(images / each), says: /global batch/ },
      { what: "one batch divided", answer: (i, each, n) => Math.ceil(i / (each / n)), says: /perDevice from each/ },
      { what: "rounding first", answer: (i, each, n) => Math.ceil(i / each) / n, says: /Round up last/ },
      { what: "the last batch dropped", answer: (i, each, n) => Math.floor(i / (each * n)), says: /left over/ },
      { what: "a broken number", answer: (i, each, n) => i / (each * n), says: /whole/ },
    ],
  }),
  exercise({
    what: "shares of a batch",
    cell: "02-mirrored/test-shares",
    check: checkShares,
    right: [
      (images, n) => list(n, (device) => Math.floor(images / n) + (device < images % n ? 1 : 0)),
      (images, n) => {
        const shares: number[] = new Array<number>(n).fill(0);
        for (let image = 0; image < images; image++) shares[image % n]++;
        return shares;
      },
    ],
    wrong: [
      { what: "the rest dropped", answer: (images, n) => list(n, () => Math.floor(images / n)), says: /in no device/ },
      {
        what: "everything rounded up",
        answer: (images, n) => list(n, () => Math.ceil(images / n)),
        says: /more images/,
      },
      { what: "broken images", answer: (images, n) => list(n, () => images / n), says: /cannot be divided/ },
      {
        what: "the rest for the first",
        answer: (images, n) => list(n, (device) => Math.floor(images / n) + (device === 0 ? images % n : 0)),
        says: /One takes all/,
      },
      {
        what: "one more for the last",
        answer: (images, n) => list(n, (device) => Math.floor((images + device) / n)),
        says: /first devices/,
      },
      {
        what: "a device too few",
        answer: (images, n) => list(n, (d) => Math.floor(images / n) + (d < images % n ? 1 : 0)).filter(Boolean),
      },
    ],
  }),
  exercise({
    what: "the mean gradient",
    cell: "02-mirrored/test-mean-gradient",
    check: checkMeanGradient,
    right: [
      (gradients, images) => sum(gradients.map((gradient, i) => gradient * images[i])) / sum(images),
      (gradients, images) => sum(gradients.map((gradient, i) => (gradient * images[i]) / sum(images))),
    ],
    wrong: [
      {
        what: "a mean over devices",
        answer: (gradients) => sum(gradients) / gradients.length,
        says: /each device does/,
      },
      { what: "a sum", answer: sum, says: /a sum, not a mean/ },
      { what: "a sum over images", answer: (g, images) => sum(g.map((x, i) => x * images[i])), says: /divide by how/ },
      {
        what: "images over devices",
        answer: (g, images) => sum(g.map((x, i) => x * images[i])) / g.length,
        says: /not of devices/,
      },
      {
        what: "a mean over devices with images",
        answer: (g, images) => sum(g) / images.filter(Boolean).length,
        says: /each device does/,
      },
    ],
  }),
  exercise({
    what: "bytes of a ring",
    cell: "02-mirrored/test-ring-bytes",
    check: checkRingBytes,
    right: [(n, bytes) => (2 * (n - 1) * bytes) / n, (n, bytes) => 2 * (bytes - bytes / n)],
    wrong: [
      { what: "one round", answer: (n, bytes) => ((n - 1) * bytes) / n, says: /first round/ },
      { what: "everything to everybody", answer: (n, bytes) => (n - 1) * bytes, says: /nobody sends/ },
      { what: "everything around twice", answer: (n, bytes) => 2 * (n - 1) * bytes, says: /one part of n/ },
      { what: "twice everything", answer: (_, bytes) => 2 * bytes, says: /keeps one/ },
      { what: "one part a round", answer: (n, bytes) => (2 * bytes) / n, says: /n - 1/ },
      { what: "everything once", answer: (_, bytes) => bytes, says: /two rounds/ },
    ],
  }),
];
