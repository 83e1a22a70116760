import { Matrix, solve } from "ml-matrix";
import { mean } from "simple-statistics";
import {
  checkFittedTimes,
  checkLeaveOneOut,
  checkPredictedEpoch,
  type TimedRun,
} from "../../../../solutions/06-prediction/exercises/experiments-prediction";
import { sentBytes } from "../../../../lib/measure";
import { allReduceSeconds } from "../../../../lib/measure/communication";
import { exercise, guess, slip } from "../../../checks/exercise";
import { epochTimes } from "../../../measure/epoch-times";

const steps = (images: number, batch: number, nodes: number) => Math.ceil(images / (batch * nodes));
const ring = (nodes: number) => (2 * (nodes - 1)) / nodes;
const each = (one: number, two: number, images: number, batch: number) => (two - one / 2) / steps(images, batch, 2);

const work = ({ batch, nodes }: TimedRun, images: number) => [
  images / nodes,
  steps(images, batch, nodes) * ring(nodes),
];
/** Least squares by ml-matrix, whose solver takes a QR decomposition. */
function fit(runs: TimedRun[], images: number, columns = work) {
  const design = new Matrix(runs.map((run) => columns(run, images)));
  const [image, allReduce] = solve(design, Matrix.columnVector(runs.map(({ seconds }) => seconds))).to1DArray();
  return { image, allReduce };
}

/** Each run's error by a fit to some of the runs. */
const errors = (runs: TimedRun[], images: number, fittedTo: (run: TimedRun) => TimedRun[]) =>
  runs.map((run) => {
    const { image, allReduce } = fit(fittedTo(run), images);
    const [own, allReduces] = work(run, images);
    return (own * image + allReduces * allReduce - run.seconds) / run.seconds;
  });

export const exercises = [
  exercise("06-prediction/test-predicted-epoch", checkPredictedEpoch, {
    right: (one, two, images, localBatchSize, nodes) => {
      const link = { bytesPerSecond: sentBytes(2, 1e6) / each(one, two, images, localBatchSize) };
      const compute = one / nodes / steps(images, localBatchSize, nodes);
      const times = { compute, allReduce: allReduceSeconds(nodes, 1e6, link) };
      return epochTimes({ images, localBatchSize, nodes, syncEvery: 1 }, times).epochSeconds;
    },
    wrong: slip(
      "computing in the all-reduces",
      /includes computing/,
      (one, two, images, batch, n) => one / n + ((steps(images, batch, n) * two) / steps(images, batch, 2)) * ring(n),
    ),
  }),
  exercise("06-prediction/test-fitted-times", checkFittedTimes, {
    right: (runs, images) => fit(runs, images),
    wrong: [
      slip("all-reduces on one node", /sends nothing/, (runs, images) =>
        fit(runs, images, ({ batch, nodes }) => [images / nodes, steps(images, batch, nodes)]),
      ),
      guess("the means of each run's own values", (runs, images) => {
        const [one, several] = [true, false].map((isOne) => runs.filter(({ nodes }) => (nodes === 1) === isOne));
        const image = mean(one.map(({ seconds }) => seconds / images));
        const ofRun = (run: TimedRun) => (run.seconds - work(run, images)[0] * image) / work(run, images)[1];
        return { image, allReduce: mean(several.map(ofRun)) };
      }),
    ],
  }),
  exercise("06-prediction/test-leave-one-out", checkLeaveOneOut, {
    right: (runs, images) => errors(runs, images, (run) => runs.filter((other) => other !== run)),
    wrong: slip("a fit to all runs", /has seen the run/, (runs, images) => errors(runs, images, () => runs)),
  }),
];
