import type { EpochOnDevices } from "../../../../chapters/03-deeper-model/book-epochs";
import { sum } from "simple-statistics";
import {
  checkAmount,
  checkCauseFit,
  checkFeeding,
  type Cause,
} from "../../../../solutions/03-deeper-model/exercises/deeper-causes";
import { exercise, slip } from "../../../checks/exercise";

function amount(cause: Cause, epoch: EpochOnDevices, steps = Math.floor((epoch.images - 1) / epoch.globalBatch) + 1) {
  const { devices: n, images, globalBatch, parameters, layers, multiplyAdds } = epoch;
  const several = n > 1 ? 1 : 0;
  return {
    epoch: 1,
    image: images,
    "first batch": globalBatch > images ? images : globalBatch,
    synchronisation: several * steps,
    byte: 8 * steps * parameters * (1 - 1 / n),
    launch: layers * n * steps,
    waiting: (several * multiplyAdds * images) / n,
  }[cause];
}

const fitBy = (slope: number, units: number[], seconds: number[]) => ({
  secondsPerUnit: slope,
  worst: Math.max(...units.map((unit, at) => Math.abs(seconds[at] - slope * unit) / seconds[at])),
});

function fed(prepare: number[], compute: number[], ahead: number): number {
  const ready = (k: number): number => (k < 0 ? 0 : Math.max(ready(k - 1), ended(k - 1 - ahead)) + prepare[k]);
  const ended = (k: number): number => (k < 0 ? 0 : Math.max(ready(k), ended(k - 1)) + compute[k]);
  return ended(prepare.length - 1);
}

export const exercises = [
  exercise("03-deeper-model/test-amount", checkAmount, {
    right: (cause, epoch) => amount(cause, epoch),
    wrong: slip("a broken number of steps", /whole step/, (cause, epoch) =>
      amount(cause, epoch, epoch.images / epoch.globalBatch),
    ),
  }),
  exercise("03-deeper-model/test-cause-fit", checkCauseFit, {
    right: (units, seconds) => {
      let [above, below] = [0, 0];
      for (const [at, unit] of units.entries()) {
        above += unit * seconds[at];
        below += unit ** 2;
      }
      return fitBy(above / below, units, seconds);
    },
    wrong: slip("the ratio of the sums", /ratio of the sums/, (units, seconds) =>
      fitBy(sum(seconds) / sum(units), units, seconds),
    ),
  }),
  exercise("03-deeper-model/test-feeding", checkFeeding, {
    right: fed,
    wrong: slip("one batch further", /too far ahead/, (p, c, ahead) => fed(p, c, ahead + 1)),
  }),
];
