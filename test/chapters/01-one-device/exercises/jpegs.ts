import { checkJoinedRates, checkTrainingSeconds } from "../../../../solutions/01-one-device/exercises/jpegs";
import { exercise, guess, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("01-one-device/test-joined-rates", checkJoinedRates, {
    right: (decoding, training) => ({
      inARow: (decoding * training) / (decoding + training),
      ahead: decoding < training ? decoding : training,
    }),
    wrong: slip("the faster one", /wait for the slower/, (decoding, training) => ({
      inARow: (decoding * training) / (decoding + training),
      ahead: Math.max(decoding, training),
    })),
  }),
  exercise("01-one-device/test-training-seconds", checkTrainingSeconds, {
    right: (images, epochs, decoding, training) => {
      const [decode, train] = [images / decoding, images / training];
      return {
        inARow: epochs * (decode + train),
        ahead: epochs * Math.max(decode, train),
        kept: decode + epochs * train,
      };
    },
    wrong: guess("nothing is ever decoded", (images, epochs, _, training) => ({
      inARow: (epochs * images) / training,
      ahead: (epochs * images) / training,
      kept: (epochs * images) / training,
    })),
  }),
];
