import {
  checkDecided,
  checkScaledOut,
  type ScaledOut,
} from "../../../../solutions/09-model-parallel/exercises/mesh-choice";
import type { PublishedMesh } from "../../../../chapters/09-model-parallel/llama-405b";
import { exercise, guess, slip } from "../../../checks/exercise";

const scaled =
  (rows: (run: PublishedMesh) => number) =>
  (...runs: [few: PublishedMesh, many: PublishedMesh]): ScaledOut => {
    const [few, many] = runs.map((run) => rows(run) / run.secondsPerStep! / run.gpus);
    const [one, other] = runs.map(({ stage, chunks, microbatches: m }) => {
      const idle = (stage - 1) / chunks!;
      return idle / (m! + idle);
    });
    return { efficiency: many / few, bubbles: [one, other] };
  };

export const exercises = [
  exercise("09-model-parallel/test-scaled-out", checkScaledOut, {
    right: scaled((run) => run.data * run.microbatches!),
    wrong: slip(
      "one copy's rows",
      /data x microbatches/,
      scaled((run) => run.microbatches!),
    ),
  }),
  exercise("09-model-parallel/test-decided", checkDecided, {
    right: () => [8, 6, 4, 3, 1],
    wrong: [
      guess("all", () => [1, 2, 3, 4, 5, 6, 7, 8]),
      guess("none", () => []),
      guess("one too many", () => [1, 2, 3, 4, 6, 8]),
      slip("another statement", /numbered 1 to 8/, () => [0, 1, 3]),
      slip("no list", /return a list/, () => "1, 3, 4" as never),
    ],
  }),
];
