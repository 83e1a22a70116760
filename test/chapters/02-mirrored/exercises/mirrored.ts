import { mean, sum } from "simple-statistics";
import { checkMeanGradient, checkShares } from "../../../../solutions/02-mirrored/exercises/mirrored";
import { exercise, guess, slip } from "../../../checks/exercise";

function shares(images: number, n: number): number[] {
  const shares = new Array<number>(n).fill(0);
  for (let image = 0; image < images; image++) shares[image % n]++;
  return shares;
}

export const exercises = [
  exercise("02-mirrored/test-shares", checkShares, {
    right: shares,
    wrong: [
      slip("one more for the last", /first devices/, (images, n) =>
        Array.from({ length: n }, (_, device) => Math.floor((images + device) / n)),
      ),
      guess("a device too few", (images, n) => shares(images, n).filter(Boolean)),
    ],
  }),
  exercise("02-mirrored/test-mean-gradient", checkMeanGradient, {
    right: (gradients, images) => mean(gradients.flatMap((each, i) => new Array<number>(images[i]).fill(each))),
    wrong: slip(
      "a mean over devices with images",
      /each device counts once/,
      (gradients, images) => sum(gradients) / images.filter(Boolean).length,
    ),
  }),
];
