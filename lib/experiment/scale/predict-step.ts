import { standardErrors } from "../statistics";
import { varianceOfSum } from "../statistics/least-squares";
import { errorOf, isTold, type Fitted } from "./held";
import { partsAt, placeOf } from "./parts";
import { slopesAt } from "./posterior";
import type { ScalePlan, ScalePrediction } from "./types";

/** A held term matters to a prediction from this share on. */
const MATTERS = 0.01;

/**
 * The time of a step with its interval. The logarithm of a new run's time has a Student's t distribution around the prediction;
 * its variance is that of the terms, which grows away from the fitted plans, and the noise of a new plan and a new run.
 * @throws one line when a number of the plan is out of range.
 */
export function predictStep(fitted: Fitted, plan: ScalePlan, level = 0.95): ScalePrediction {
  const { problem, posterior, own } = fitted;
  const { values, noise } = posterior;
  const place = placeOf(plan);
  const parts = partsAt(place, values, problem.deviceSpread);
  const slopes = slopesAt(place, values, problem);
  const assumes = problem.free.filter(
    (term, index) => !isTold(fitted, term) && Math.abs(slopes[index]) * errorOf(fitted, term) > MATTERS,
  );
  const prediction = {
    ...{ ...parts, level, assumes },
    imagesPerSecond: (plan.devices * plan.localBatch) / parts.seconds,
  };
  const { degreesOfFreedom } = noise;
  if (degreesOfFreedom < 1) {
    const count = fitted.together.length;
    const why = `${count} plans leave nothing over to say how far the formula is off: give more, or a noise`;
    return { ...prediction, why };
  }
  const variance = varianceOfSum(posterior, slopes) + noise.share ** 2 + own ** 2;
  const standardError = Math.sqrt(variance);
  const reach = Math.exp(standardErrors(degreesOfFreedom, level) * standardError);
  return { ...prediction, low: parts.seconds / reach, high: parts.seconds * reach, standardError, degreesOfFreedom };
}
