import { checkEnoughLoaders, checkWaitingShare } from "../../../lib/checks";
import type { Epoch, RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const waits = (epochs: Epoch[]) => sum(epochs.flatMap(({ steps }) => steps.wait));
const computes = (epochs: Epoch[]) =>
  sum(epochs.flatMap(({ steps }) => steps.end.map((end, i) => end - steps.start[i])));
const steady = ({ epochs }: RunRecord) => epochs.slice(1);
const share = (epochs: Epoch[]) => waits(epochs) / (waits(epochs) + computes(epochs));
const both = (loaders: number) => ({ loaders, prefetch: loaders });

export const exercises = [
  exercise({
    what: "the share of waiting",
    cell: "02-mirrored/test-waiting-share",
    check: checkWaitingShare,
    right: [
      (run) => share(steady(run)),
      (run) => 1 - computes(steady(run)) / (computes(steady(run)) + waits(steady(run))),
    ],
    wrong: [
      { what: "seconds", answer: (run) => waits(steady(run)), says: /which share/ },
      { what: "per cent", answer: (run) => 100 * share(steady(run)), says: /from 0 to 1/ },
      { what: "computing", answer: (run) => 1 - share(steady(run)), says: /compute/ },
      {
        what: "a part of the computing",
        answer: (run) => waits(steady(run)) / computes(steady(run)),
        says: /waits included/,
      },
      {
        what: "the waits but the first",
        answer: (run) => {
          const [first] = steady(run)[0].steps.wait;
          return (waits(steady(run)) - first) / (waits(steady(run)) - first + computes(steady(run)));
        },
      },
    ],
  }),
  exercise({
    what: "loaders that keep a device busy",
    cell: "02-mirrored/test-feeding",
    check: checkEnoughLoaders,
    right: [
      (image, batch, compute) => both(Math.ceil((image * batch) / compute)),
      (image, batch, compute) => {
        let loaders = 1;
        while ((image * batch) / loaders > compute) loaders++;
        return both(loaders);
      },
    ],
    wrong: [
      { what: "a broken number", answer: (image, batch, compute) => both((image * batch) / compute), says: /round up/ },
      {
        what: "rounded down",
        answer: (image, batch, compute) => both(Math.floor((image * batch) / compute)),
        says: /slower/,
      },
      {
        what: "upside down",
        answer: (image, batch, compute) => both(Math.ceil(compute / (image * batch))),
        says: /Upside down/,
      },
      {
        what: "one image",
        answer: (image, _, compute) => both(Math.ceil(image / compute)),
        says: /whole batch/,
      },
      {
        what: "nothing ahead",
        answer: (image, batch, compute) => ({ loaders: Math.ceil((image * batch) / compute), prefetch: 0 }),
        says: /idle/,
      },
    ],
  }),
];
