import { checkGap, checkShareOfProducts } from "../../../../solutions/01-one-device/exercises/precision";
import { exercise, guess, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("01-one-device/test-share-of-products", checkShareOfProducts, {
    right: (products, step) => ((step - 1) * products) / (step * (products - 1)),
    wrong: [
      slip("everything else", /everything else/, (products, step) => 1 - (1 - 1 / step) / (1 - 1 / products)),
      guess("half of the saving", (_, step) => (1 - 1 / step) / 2),
    ],
  }),
  exercise("01-one-device/test-gap", checkGap, {
    right: (weight) => {
      let power = 1;
      while (power > weight) power /= 2;
      while (2 * power <= weight) power *= 2;
      return power / 128;
    },
    wrong: slip("a share of the weight", /all gaps are equal/, (weight) => weight / 128),
  }),
];
