import { mean } from "simple-statistics";
import { meanInterval, randomNumbers } from "../../lib/experiment";
import type { ArgumentValues } from "../../lib/jobs";
import { publishedRows } from "../../lib/runs/published/published-record";
import { shares, type FrameworkRun } from "./frameworks";
import { runFramework } from "./run-framework";
import type { Throughput } from "./terms";

/** The accuracy of a training jumps from epoch to epoch, so the last epochs count together. */
const LAST = 3;

/** A training with some shortcut, or "none", of which only the learning counts. */
export interface ShortcutRun {
  shortcut: string;
  seed: number;
  /** Of the training images of each epoch, while they were trained on: 0 to 1. */
  accuracy: number[];
  /** Of the test images, after each epoch. */
  testAccuracy: number[];
}

/** The workbook's own runs of ResNet20 on real images with and without shortcuts. datasets/published/README.md describes the conditions. */
export async function shortcutRuns(): Promise<ShortcutRun[]> {
  const rows = await publishedRows("shortcuts");
  return rows.map(({ shortcut, seed, accuracy_percent, test_percent }) => ({
    ...{ shortcut, seed: Number(seed) },
    ...{ accuracy: shares(accuracy_percent), testAccuracy: shares(test_percent) },
  }));
}

/** Two trainings with the same seed: as usual, and with a shortcut. */
export interface Pair {
  usual: FrameworkRun;
  short: FrameworkRun;
}

/**
 * Trains in this engine on one process, as usual and with a shortcut, once for each seed; of the two, a random one is first.
 * The runs are kept in results/.
 * @param change The arguments that the shortcut changes.
 */
export async function runPairs(usual: ArgumentValues, change: ArgumentValues, seeds: number[]): Promise<Pair[]> {
  const random = randomNumbers(7);
  const pairs: Pair[] = [];
  for (const replicate of seeds) {
    const train = (name: string, more: ArgumentValues) =>
      runFramework({
        ...{ framework: "ours", processes: 1, replicate, arguments: { ...usual, ...more } },
        record: `results/shortcut-${name}-${replicate}.json`,
      });
    const takesFirst = random() >= 0.5;
    const before = takesFirst ? await train("taken", change) : undefined;
    const asUsual = await train("none", {});
    pairs.push({ usual: asUsual, short: before ?? (await train("taken", change)) });
  }
  return pairs;
}

const lastOf = (accuracies: readonly number[]): number => 100 * mean(accuracies.slice(-LAST));

/** Rows for a table: the means of pairs with the same seed, and what the shortcut changes, with 95 % intervals. */
export function pairRows(pairs: readonly Pair[], throughput: Throughput) {
  const part = (of: "accuracy" | "testAccuracy") => (run: FrameworkRun) => lastOf(run.epochs.map((epoch) => epoch[of]));
  const row = (what: string, of: (run: FrameworkRun) => number, isRatio = false) => {
    const [usual, short] = [pairs.map((pair) => of(pair.usual)), pairs.map((pair) => of(pair.short))];
    // A ratio of speeds is averaged as its logarithm.
    const changes = short.map((each, at) => (isRatio ? Math.log(each / usual[at]) : each - usual[at]));
    const interval = meanInterval(changes, 0.95);
    const [change, from, to] = [interval.mean, interval.low, interval.high].map((each) => (isRatio ? Math.exp(each) : each)); // prettier-ignore
    return { what, "as usual": mean(usual), "with the shortcut": mean(short), change, from, to };
  };
  return [
    row("images a second (change: times)", ({ epochs }) => throughput(epochs), true),
    row("right in training, % (change: points)", part("accuracy")),
    row("right in the test, % (change: points)", part("testAccuracy")),
  ];
}

/** Rows for a table: the mean accuracy of each shortcut, and what it loses against "none" over pairs with the same seed. */
export function shortcutRows(runs: readonly ShortcutRun[], part: "accuracy" | "testAccuracy" = "testAccuracy") {
  const of = (shortcut: string) =>
    runs.filter((run) => run.shortcut === shortcut).sort((a, b) => a.seed - b.seed).map((run) => lastOf(run[part])); // prettier-ignore
  const usual = of("none");
  return [...new Set(runs.map(({ shortcut }) => shortcut))]
    .sort((a, b) => Number(b === "none") - Number(a === "none"))
    .map((shortcut) => {
      const accuracies = of(shortcut);
      const row = { shortcut, seeds: accuracies.length, "right (%)": mean(accuracies) };
      if (shortcut === "none") return row;
      const {
        mean: change,
        low: from,
        high: to,
      } = meanInterval(
        accuracies.map((each, at) => each - usual[at]),
        0.95,
      );
      return { ...row, "change (points)": change, from, to };
    });
}
