import { checkByCases } from "../../../lib/checks/check";

const SECTION = "16 bits on a CPU";

const SPEEDS: [productsTimes: number, stepTimes: number][] = [
  [2, 1.6],
  [1.8, 1.2],
  [4, 2],
];

/**
 * Checks a function that says what share of a step's time the products took, from how many times as fast they and the whole step became:
 * Amdahl's law, solved for the share.
 */
export const checkShareOfProducts = checkByCases(SECTION, SPEEDS, (products, step) => {
  const share = (1 - 1 / step) / (1 - 1 / products);
  return {
    what: `products ${products} times as fast, the step ${step} times`,
    expected: share,
    slips: [
      [1 - share, "That is the share of everything else."],
      [100 * share, "A share is a number from 0 to 1, not a percentage."],
      [step / products, "That is a ratio of two speeds. What share of the old time does the step save, and what share do the products save of theirs?"],
      [(step - 1) / (products - 1), "Compare times, not speeds: a step that is twice as fast saves half of its time."],
      [1 - 1 / step, "That is what the step saves. Of what it spent on products, only a part is saved."],
      [share / products, "That is the products' part of the new step's time, over the old time."],
    ], // prettier-ignore
  };
});

const WEIGHTS: [weight: number][] = [[1], [2], [3], [0.75], [0.0625]];

/** Checks a function that gives the distance from a number that bfloat16 has to the next larger one. */
export const checkGap = checkByCases(SECTION, WEIGHTS, (weight) => {
  const power = 2 ** Math.floor(Math.log2(weight));
  return {
    what: `a weight of ${weight}`,
    expected: power / 128,
    slips: [
      [1 / 128, "That is the gap above 1. Larger numbers are further apart, and smaller ones closer together."],
      [weight / 128, "Between 2 and 4 all gaps are equal: the gap depends on the power of two at or below the weight."],
      [power / 256, "That is half of the gap: the largest update that could be lost."],
      [2 ** Math.ceil(Math.log2(weight)) / 128, "That is right for powers of two only: take the power of two that is not larger than the weight."],
      [128 / power, "Turn this upside down: a gap is a small number."],
    ], // prettier-ignore
  };
});
