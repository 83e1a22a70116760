import { checkMeanGradient, checkShares } from "../../../lib/checks";
import { exercise } from "../exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const list = (n: number, value: (device: number) => number) => Array.from({ length: n }, (_, device) => value(device));

export const exercises = [
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
];
