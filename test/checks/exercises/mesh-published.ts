import { checkDecided, checkScaledOut } from "../../../lib/checks";
import { exercise } from "../exercise";

export const exercises = [
  exercise({
    what: "the same model on more GPUs",
    cell: "09-model-parallel/test-scaled-out",
    check: checkScaledOut,
    right: [
      (few, many) => {
        const rate = (run: typeof few) => (run.data * run.microbatches!) / run.secondsPerStep!;
        const bubble = (run: typeof few) => (run.stage - 1) / (run.chunks! * run.microbatches! + run.stage - 1);
        return { efficiency: rate(many) / many.gpus / (rate(few) / few.gpus), bubbles: [bubble(few), bubble(many)] };
      },
      (few, many) => {
        const perGpu = [few, many].map((run) => (run.data * run.microbatches!) / run.secondsPerStep! / run.gpus);
        const [one, other] = [few, many].map(({ stage, chunks, microbatches: m }) => {
          const idle = (stage - 1) / chunks!;
          return idle / (m! + idle);
        });
        return { efficiency: perGpu[1] / perGpu[0], bubbles: [one, other] };
      },
    ],
    wrong: [
      {
        what: "the speedup",
        answer: (few, many) => {
          const rate = (run: typeof few) => (run.data * run.microbatches!) / run.secondsPerStep!;
          const bubble = (run: typeof few) => (run.stage - 1) / (run.chunks! * run.microbatches! + run.stage - 1);
          return { efficiency: rate(many) / rate(few), bubbles: [bubble(few), bubble(many)] };
        },
        says: /times as many GPUs/,
      },
      {
        what: "steps",
        answer: (few, many) => {
          const bubble = (run: typeof few) => (run.stage - 1) / (run.chunks! * run.microbatches! + run.stage - 1);
          return {
            efficiency: ((few.secondsPerStep! / many.secondsPerStep!) * few.gpus) / many.gpus,
            bubbles: [bubble(few), bubble(many)],
          };
        },
        says: /different numbers of rows/,
      },
      {
        what: "no chunks",
        answer: (few, many) => {
          const rate = (run: typeof few) => (run.data * run.microbatches!) / run.secondsPerStep! / run.gpus;
          const bubble = (run: typeof few) => (run.stage - 1) / (run.microbatches! + run.stage - 1);
          return { efficiency: rate(many) / rate(few), bubbles: [bubble(few), bubble(many)] };
        },
        says: /several chunks/,
      },
    ],
  }),
  exercise({
    what: "what this machine decides",
    cell: "09-model-parallel/test-decided",
    check: checkDecided,
    right: [() => [1, 3, 4, 6, 8], () => [8, 6, 4, 3, 1]],
    wrong: [
      { what: "all", answer: () => [1, 2, 3, 4, 5, 6, 7, 8] },
      { what: "none", answer: () => [] },
      { what: "one too many", answer: () => [1, 2, 3, 4, 6, 8] },
      { what: "another statement", answer: () => [0, 1, 3], says: /numbered 1 to 8/ },
      { what: "no list", answer: () => "1, 3, 4" as never, says: /return a list/ },
    ],
  }),
];
