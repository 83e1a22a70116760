import { mean, sum } from "simple-statistics";
import { checkMeanGradient, checkShares } from "../../../../solutions/02-mirrored/exercises/mirrored";
import { exercise } from "../../../checks/exercise";

function shares(images: number, n: number): number[] {
  const shares = new Array<number>(n).fill(0);
  for (let image = 0; image < images; image++) shares[image % n]++;
  return shares;
}

export const exercises = [
  exercise({
    cell: "02-mirrored/test-shares",
    check: checkShares,
    right: shares,
    wrong: [
      {
        what: "one more for the last",
        answer: (images, n) => Array.from({ length: n }, (_, device) => Math.floor((images + device) / n)),
        says: /first devices/,
      },
      { what: "a device too few", answer: (images, n) => shares(images, n).filter(Boolean) },
    ],
  }),
  exercise({
    cell: "02-mirrored/test-mean-gradient",
    check: checkMeanGradient,
    right: (gradients, images) => mean(gradients.flatMap((each, i) => new Array<number>(images[i]).fill(each))),
    wrong: {
      what: "a mean over devices with images",
      answer: (gradients, images) => sum(gradients) / images.filter(Boolean).length,
      says: /each device does/,
    },
  }),
];
