import { accuracyCurve } from "../../measure";
import { timeToAccuracyFigure } from "../../plots";
import { cells, levelsAmong, type Observation } from "../observations";
import { meanInterval } from "../statistics";
import { heading, note, paragraph, pictureOrWhy, table, type Section } from "./html";
import { completed, inDesignOrder, inWords, without, type Material } from "./material";

/** Accuracy on the test images by time, images and updates, and where it ends. */
export function accuracySection(material: Material): Section {
  const all = completed(inDesignOrder(material.results)).filter(({ run }) =>
    run.epochs.some(({ validation }) => validation),
  );
  const parts = [
    paragraph(
      "On the test images, after each epoch: curves are of the first replicate on the most nodes, the table is of all runs.",
    ),
    ...cells(all, ["model"]).flatMap(({ levels, observations }) => [
      heading(inWords(levels)),
      ...curvesPart(observations),
    ]),
    table(endRows(all), "Accuracy after the last epoch, %, with 99 % intervals over replicates", { sorts: true }),
  ];
  const none = note("No run has looked at test images, so nothing is known of accuracy.");
  return { id: "accuracy", title: "Accuracy", parts: all.length === 0 ? [none] : parts };
}

/** As many curves as a figure has looks for. */
const most = 6;

function curvesPart(observations: readonly Observation[]): string[] {
  const nodes = levelsAmong(observations, "nodes").at(-1);
  const [{ replicate: first }] = [...observations].sort((a, b) => a.replicate - b.replicate);
  const shown = observations.filter(({ levels, replicate }) => levels.nodes === nodes && replicate === first);
  const curves = shown.slice(0, most).map(({ levels, run }) => {
    return { name: inWords(without(levels, "model", "nodes")), curve: accuracyCurve(run) };
  });
  const label = `on ${nodes} node${nodes === 1 ? "" : "s"}`;
  return [
    pictureOrWhy("Accuracy", () => timeToAccuracyFigure(curves, { label })),
    ...(shown.length > most ? [note(`${shown.length - most} more configurations stand in the table alone.`)] : []),
  ];
}

function endRows(all: readonly Observation[]) {
  return cells(all).map(({ levels, observations }) => {
    const ends = observations.map(({ run }) => 100 * (accuracyCurve(run).points.at(-1)?.accuracy ?? NaN));
    const interval = ends.length > 1 ? meanInterval(ends) : undefined;
    return { ...levels, runs: ends.length, mean: interval?.mean ?? ends[0], from: interval?.low, to: interval?.high };
  });
}
