import type { Check } from "../../../lib/checks/check";
import { lossDifferences, lossesOf } from "../../../lib/checks/measured/losses";
import { checkOwn, ownValue, runOf, type Needed } from "../../../lib/checks/measured/own-check";
import { recordAmong, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** Arguments of the two runs that are compared, on two nodes. */
export const smallTraining = {
  ...{ model: "tinyefficientnet", dataset: "synthetic", device: "cpu", imageSize: 32, localBatchSize: 8, syncEvery: 4 },
  ...{ trainImages: 96, testImages: 16, epochs: 2, stepsPerEpoch: 6 },
} as const;

/** The largest relative difference of the losses of two runs of the same training; they differ by rounding alone. */
const mostDifferent = 1e-3;

/**
 * Checks that a student's own program for several nodes computed the same as the lesson's. It calls nothing of the student's,
 * because grading asks the same questions of everybody, and these records differ.
 * @param records of both: `results/own-many-nodes.json` and `results/lesson-many-nodes.json`.
 */
export function checkOwnNodesProgram(records: OwnRecords): Check {
  const { model, localBatchSize, syncEvery, epochs } = smallTraining;
  const asked = { model, localBatchSize, syncEvery, epochs, strategy: "multi-worker", workers: 2, replicas: 2 };
  const needed = (file: string, program: string): Needed => ({
    record: recordAmong(records, `results/${file}.json`),
    asked: { ...asked, program },
  });
  const own = needed("own-many-nodes", "own-many-nodes");
  const lessons = needed("lesson-many-nodes", "lesson-many-nodes");
  const difference = (): number => largestDifference(lossesOf(runOf(own)), lossesOf(runOf(lessons)));
  return checkOwn("Does it compute the same thing?", difference, [
    ownValue("the losses of your program beside the lesson's", "", [own, lessons], {
      right: () => [difference()],
    }),
  ]);
}

/** The largest relative difference. @throws one line when the two are not the same training. */
function largestDifference(own: number[], lessons: number[]): number {
  if (own.length !== lessons.length) {
    throw new Error(`your program made ${own.length} steps and the lesson's ${lessons.length}: give fit the same ones`);
  }
  const each = lossDifferences(own, lessons);
  const largest = Math.max(...each);
  if (largest <= mostDifferent) return largest;
  const first = each.findIndex((difference) => difference > mostDifferent);
  const why =
    first === 0
      ? "is the model the same, and are its images?"
      : "up to there they agree, so look at the learning rate and at syncEvery";
  throw new Error(`the losses differ by up to ${(100 * largest).toPrecision(2)} %, from step ${first + 1} on: ${why}`);
}
