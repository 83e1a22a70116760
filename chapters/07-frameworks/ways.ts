import { meanInterval } from "../../lib/experiment";
import type { FrameworkThroughput } from "./figures/throughput";
import type { FrameworkRun } from "./frameworks";
import type { MeasuredWay, RankRange, RateInterval, SecondsToAccuracy, Throughput, Way } from "./terms";
import type { TimedWay, TrainingToAccuracy, TwoGains } from "./terms";

/** The ways to train that runs have in common: each framework on each number of processes, its replicates in their order. */
export function waysOf(runs: readonly FrameworkRun[]): Way[] {
  const ways = new Map<string, Way>();
  for (const run of [...runs].sort((a, b) => a.replicate - b.replicate)) {
    const key = `${run.framework} ${run.processes}`;
    const way = ways.get(key) ?? { name: run.framework, processes: run.processes, replicates: [] };
    way.replicates.push(run);
    ways.set(key, way);
  }
  return [...ways.values()];
}

/** The mean throughput of each way, with a 95 % interval over its replicates. */
export function ratesOf(runs: readonly FrameworkRun[], throughput: Throughput): FrameworkThroughput[] {
  return waysOf(runs).map(({ name, processes, replicates }) => {
    const { mean, low, high } = meanInterval(replicates.map(({ epochs }) => throughput(epochs)), 0.95); // prettier-ignore
    return { name, processes, mean, low, high };
  });
}

/** The throughput of the fastest way divided by that of the slowest. */
export function spreadOf(rates: readonly FrameworkThroughput[]): number {
  const means = rates.map(({ mean }) => mean);
  return Math.max(...means) / Math.min(...means);
}

/** The throughput of two processes divided by that of one, by this engine; undefined where there was one core only. */
export function ownSpeedup(rates: readonly FrameworkThroughput[]): number | undefined {
  const [one, two] = [1, 2].map((count) => rates.find((each) => each.name === "ours" && each.processes === count));
  return one && two && two.mean / one.mean;
}

/** Rows for a table: the ranks that intervals allow, on one process and on two. */
export function rankRows(
  rates: readonly FrameworkThroughput[],
  rankRanges: (intervals: RateInterval[]) => RankRange[],
) {
  return [1, 2].flatMap((count) => {
    const those = rates.filter(({ processes }) => processes === count).sort((a, b) => b.mean - a.mean);
    const ranges = rankRanges(those);
    return those.map(({ name, processes, mean, low, high }, at) => {
      const rank = `${ranges[at].best} to ${ranges[at].worst}`;
      return { processes, contender: name, "images/s": mean, from: low, to: high, rank };
    });
  });
}

/** What the student's functions say of each way: its throughput, and what it needs until the accuracy. */
export function timesOf(
  runs: readonly FrameworkRun[],
  target: number,
  { throughput, secondsToAccuracy }: { throughput: Throughput; secondsToAccuracy: SecondsToAccuracy },
): TimedWay[] {
  return waysOf(runs).map(({ name, processes, replicates }) => {
    const epochs = replicates.map((run) => run.epochs);
    // The student's function adds up the seconds of the epochs. If an image took one second, these would be the images.
    const images = epochs.map((run) => run.map((epoch) => ({ ...epoch, seconds: epoch.images })));
    return {
      ...{ name, processes, replicates, imagesPerSecond: ratesOf(replicates, throughput)[0].mean },
      imagesNeeded: secondsToAccuracy(images, target),
      secondsToAccuracy: secondsToAccuracy(epochs, target),
    };
  });
}

const timeOn = (ways: readonly TimedWay[], name: string, count: number): TimedWay =>
  ways.find((way) => way.name === name && way.processes === count)!;

/** How many times as fast two processes of this engine reach the accuracy as one. */
export const ownGain = (ways: readonly TimedWay[]): number =>
  timeOn(ways, "ours", 1).secondsToAccuracy / timeOn(ways, "ours", 2).secondsToAccuracy;

/** Seconds of a run until it has trained on so many images. */
const secondsUntil = (images: number, { epochs }: FrameworkRun): number =>
  epochs.slice(0, images / epochs[0].images).reduce((sum, { seconds }) => sum + seconds, 0);

/** What a second process gains in each framework, with an interval of the gain to the accuracy, from the logarithms of the pairs. */
export function gainRows(
  ways: readonly TimedWay[],
  twoGains: (before: TrainingToAccuracy, after: TrainingToAccuracy) => TwoGains,
) {
  return [...new Set(ways.map(({ name }) => name))].map((name) => {
    const [one, two] = [1, 2].map((count) => timeOn(ways, name, count));
    const [before, after] = [one, two].map(({ imagesNeeded, secondsToAccuracy: seconds }) => ({
      ...{ imagesPerSecond: imagesNeeded / seconds, imagesNeeded },
    }));
    const pairs = one.replicates.map(
      (run, at) => secondsUntil(one.imagesNeeded, run) / secondsUntil(two.imagesNeeded, two.replicates[at]),
    );
    const { low, high } = meanInterval(pairs.map(Math.log), 0.95);
    return { contender: name, ...twoGains(before, after), from: Math.exp(low), to: Math.exp(high) };
  });
}

/** Rows for a table: which way the student's function takes, for deadlines from too short to generous. */
export function wayRows(
  ways: readonly TimedWay[],
  wayToTrain: (ways: MeasuredWay[], deadline: number) => MeasuredWay | "none",
) {
  const fastest = Math.min(...ways.map(({ secondsToAccuracy }) => secondsToAccuracy));
  return [0.9 * fastest, fastest, 1.5 * fastest, 4 * fastest].map((deadline) => {
    const best = wayToTrain([...ways], deadline);
    if (best === "none") return { "deadline (s)": deadline, take: "none" };
    const { name, processes, secondsToAccuracy: seconds } = best;
    const cost = processes * seconds;
    return { "deadline (s)": deadline, take: name, processes, "time (s)": seconds, "process-seconds": cost };
  });
}

/** The process-seconds of the fastest way on two processes, divided by those of the cheapest on one. */
export function costOfSecond(ways: readonly MeasuredWay[]): number {
  const [one, two] = [1, 2].map((count) => ways.filter(({ processes }) => processes === count));
  const least = (some: readonly MeasuredWay[]) => Math.min(...some.map((way) => way.processes * way.secondsToAccuracy));
  return least(two) / least(one);
}
