import {
  checkGainRange,
  checkImagesForShare,
  checkLevelsOff,
  checkTestImages,
} from "../../../../solutions/07-frameworks/exercises/frameworks-sizes";
import { exercise, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("07-frameworks/test-gain-range", checkGainRange, {
    right: (times: number, devices: number) => ({ equalImages: times, equalUpdates: 1 / (devices / times) }),
    wrong: slip("an update takes as long as on one", /how long does it take/, (times: number) => ({
      equalImages: times,
      equalUpdates: 1,
    })),
  }),
  exercise("07-frameworks/test-levels-off", checkLevelsOff, {
    right: (one, other) => {
      const plateau = (one.images - other.images) / (one.seconds - other.seconds);
      return { plateau, half: other.seconds * plateau - other.images };
    },
    wrong: slip("the larger step's rate", /fixed time still counts/, (one, other) => ({
      plateau: other.images / other.seconds,
      half: (one.seconds * other.images) / other.seconds - one.images,
    })),
  }),
  exercise("07-frameworks/test-images-for", checkImagesForShare, {
    right: (half, share) => half / (1 / share - 1),
    wrong: slip("in proportion", /does not grow in proportion/, (half, share) => 2 * half * share),
  }),
  exercise("07-frameworks/test-test-images", checkTestImages, {
    right: (accuracy, difference) => 4 * (accuracy - accuracy ** 2) * difference ** -2,
    wrong: slip(
      "one standard error",
      /Two standard errors/,
      (accuracy, difference) => (accuracy - accuracy ** 2) * difference ** -2,
    ),
  }),
];
