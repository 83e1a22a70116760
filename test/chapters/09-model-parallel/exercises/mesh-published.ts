import {
  checkDecided,
  checkScaledOut,
  type ScaledOut,
} from "../../../../solutions/09-model-parallel/exercises/mesh-choice";
import type { PublishedMesh } from "../../../../chapters/09-model-parallel/llama-405b";
import { exercise } from "../../../checks/exercise";

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
  exercise({
    cell: "09-model-parallel/test-scaled-out",
    check: checkScaledOut,
    right: scaled((run) => run.data * run.microbatches!),
    wrong: { what: "one copy's rows", answer: scaled((run) => run.microbatches!), says: /data x microbatches/ },
  }),
  exercise({
    cell: "09-model-parallel/test-decided",
    check: checkDecided,
    right: () => [8, 6, 4, 3, 1],
    wrong: [
      { what: "all", answer: () => [1, 2, 3, 4, 5, 6, 7, 8] },
      { what: "none", answer: () => [] },
      { what: "one too many", answer: () => [1, 2, 3, 4, 6, 8] },
      { what: "another statement", answer: () => [0, 1, 3], says: /numbered 1 to 8/ },
      { what: "no list", answer: () => "1, 3, 4" as never, says: /return a list/ },
    ],
  }),
];
