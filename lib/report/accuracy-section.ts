import { max, min } from "simple-statistics";
import { accuracyCurve } from "../measure";
import { timeToAccuracyFigure } from "../plots";
import type { Rows } from "../system/rows";
import { timesToAccuracy } from "../experiment/accuracy";
import { cells, levelsAmong, type Observation } from "../experiment/observations";
import { replicateMean, type ReplicateMean } from "../experiment/statistics";
import { heading, note, orWhy, paragraph, pictureOrWhy, table, type Section } from "./html";
import { completed, inDesignOrder, inWords, without, type Material } from "./material";

/** Accuracy on the test images by time, images and updates, what an accuracy has cost, and where it ends. */
export function accuracySection(material: Material): Section {
  const all = completed(inDesignOrder(material.results)).filter(({ run }) =>
    run.epochs.some(({ validation }) => validation),
  );
  const images = [...new Set(all.map(({ run }) => run.configuration.testImages))].sort((a, b) => a - b);
  const parts = [
    paragraph(
      "On the test images, after each epoch. Curves are of the first replicate on the most nodes, tables of all runs. The target is " +
        "the highest whole percent that every run of a network has come to, so it was chosen after the runs.",
    ),
    ...(images.length > 0 && images[0] > 0 ? [paragraph(resolution(images[0]))] : []),
    ...cells(all, ["model"]).flatMap(({ levels, observations }) => [
      heading(inWords(levels)),
      ...partsOf(observations),
    ]),
    table(endRows(all), "Accuracy after the last epoch, %, with 99 % intervals over replicates", { sorts: true }),
  ];
  const none = note("No run has looked at test images, so nothing is known of accuracy.");
  return { id: "accuracy", title: "Accuracy", parts: all.length === 0 ? [none] : parts };
}

function resolution(images: number): string {
  const share = (100 / images).toLocaleString("en-US", { maximumSignificantDigits: 2 });
  return `One of ${images} test images is ${share} %: accuracies that differ by little more say nothing.`;
}

/** As many curves as a figure has looks for. */
const most = 6;

function partsOf(observations: readonly Observation[]): string[] {
  const nodes = levelsAmong(observations, "nodes").at(-1);
  const first = min(observations.map(({ replicate }) => replicate));
  const shown = observations.filter(({ levels, replicate }) => levels.nodes === nodes && replicate === first);
  const curves = shown.slice(0, most).map(({ levels, run }) => ({
    name: inWords(without(levels, "model", "nodes")),
    curve: accuracyCurve(run),
  }));
  const chance = 1 / max(observations.map(({ run }) => run.configuration.classes));
  const target = Math.floor(100 * min(observations.map(bestOf)) + 1e-9) / 100;
  const label = `on ${nodes} node${nodes === 1 ? "" : "s"}`;
  const reached = target > chance ? { target } : {};
  return [
    pictureOrWhy("Accuracy", () => timeToAccuracyFigure(curves, { label, chance, ...reached })),
    ...(shown.length > most ? [note(`${shown.length - most} more configurations stand in the tables alone.`)] : []),
    target > chance
      ? orWhy("Time to accuracy", () =>
          table(
            paidRows(observations, target),
            `Paid until ${Math.round(100 * target)} %, means over replicates with 99 % intervals`,
            { sorts: true },
          ),
        )
      : note(`Time to accuracy: not every run comes above guessing, ${(100 * chance).toPrecision(2)} %.`),
  ];
}

function bestOf({ run }: Observation): number {
  return max(accuracyCurve(run).points.map(({ accuracy }) => accuracy));
}

function paidRows(observations: readonly Observation[], target: number): Rows {
  return timesToAccuracy(observations, target).map(({ levels, runs, seconds, images, updates }) => ({
    ...levels,
    runs: runs.length,
    ...columns("seconds", seconds),
    ...columns("images", images),
    ...columns("updates", updates),
  }));
}

function columns(name: string, value: ReplicateMean | undefined) {
  return { [name]: value?.mean, [`${name}: from`]: value?.interval?.low, [`${name}: to`]: value?.interval?.high };
}

function endRows(all: readonly Observation[]): Rows {
  return cells(all).map(({ levels, observations }) => {
    const ends = observations.map(({ run }) => 100 * (accuracyCurve(run).points.at(-1)?.accuracy ?? NaN));
    const { mean, interval } = replicateMean(ends);
    return { ...levels, runs: ends.length, mean, from: interval?.low, to: interval?.high };
  });
}
