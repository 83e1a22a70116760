import { max, min } from "simple-statistics";
import { timesToAccuracy } from "../experiment/accuracy";
import { levelsInWords } from "../experiment/design";
import { cells, levelsAmong, type Observation } from "../experiment/observations";
import { replicateMean, type ReplicateMean } from "../experiment/statistics";
import { accuracyCurve } from "../measure";
import { timeToAccuracyFigure } from "../plots";
import { counted } from "../system/words";
import { heading, notice, partOrReason, paragraph, picture, table, type Part, type Section } from "./html";
import { withoutFactors, type Material } from "./material";

/** A figure has six looks for curves. */
const mostCurves = 6;

/** Accuracy on the test images by time, images and updates; the cost of an accuracy; and the final accuracy. */
export function accuracySection({ studied }: Material): Section {
  const all = studied.filter(({ run }) => run.epochs.some(({ validation }) => validation));
  if (all.length === 0) {
    return ["Accuracy", notice("No run has looked at test images, so nothing is known of accuracy.")];
  }
  const images = min(all.map(({ run }) => run.configuration.testImages));
  const share = (100 / images).toLocaleString("en-US", { maximumSignificantDigits: 2 });
  const ends = cells(all).map(({ levels, observations }) => {
    const last = observations.map(({ run }) => 100 * (accuracyCurve(run).points.at(-1)?.accuracy ?? NaN));
    const { mean, interval } = replicateMean(last);
    return { ...levels, runs: last.length, mean, from: interval?.low, to: interval?.high };
  });
  return [
    "Accuracy",
    paragraph(
      "On the test images, after each epoch. Curves are of the first replicate on the most nodes, tables of all runs. The target is " +
        "the highest whole percent that every run of a network has come to, so it was chosen after the runs.",
    ),
    images > 0 &&
      paragraph(`One of ${images} test images is ${share} %: accuracies that differ by little more say nothing.`),
    cells(all, ["model"]).map(({ levels, observations }) => [heading(levelsInWords(levels)), modelParts(observations)]),
    table(ends, "Accuracy after the last epoch, %, with 99 % intervals over replicates"),
  ];
}

function modelParts(all: readonly Observation[]): Part {
  const nodes = levelsAmong(all, "nodes").at(-1);
  const first = min(all.map(({ replicate }) => replicate));
  const shown = all.filter(({ levels, replicate }) => levels.nodes === nodes && replicate === first);
  const curves = shown.slice(0, mostCurves).map(({ levels, run }) => ({
    name: levelsInWords(withoutFactors(levels, "model", "nodes")),
    curve: accuracyCurve(run),
  }));
  const chance = 1 / max(all.map(({ run }) => run.configuration.classes));
  const best = all.map(({ run }) => max(accuracyCurve(run).points.map(({ accuracy }) => accuracy)));
  const target = Math.floor(100 * min(best) + 1e-9) / 100;
  const label = `on ${counted(Number(nodes), "node")}`;
  const reached = target > chance;
  return [
    picture("Accuracy", () => timeToAccuracyFigure(curves, { label, chance, ...(reached && { target }) })),
    shown.length > mostCurves && notice(`${shown.length - mostCurves} more configurations stand in the tables alone.`),
    reached
      ? partOrReason("Time to accuracy", () => {
          const rows = timesToAccuracy(all, target).map(({ levels, runs, seconds, images, updates }) => ({
            ...levels,
            runs: runs.length,
            ...columns("seconds", seconds),
            ...columns("images", images),
            ...columns("updates", updates),
          }));
          const percent = Math.round(100 * target);
          return table(rows, `Paid until ${percent} %, means over replicates with 99 % intervals`);
        })
      : notice(`Time to accuracy: not every run comes above guessing, ${(100 * chance).toPrecision(2)} %.`),
  ];
}

function columns(name: string, value: ReplicateMean | undefined) {
  return { [name]: value?.mean, [`${name}: from`]: value?.interval?.low, [`${name}: to`]: value?.interval?.high };
}
