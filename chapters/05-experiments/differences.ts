import { sum } from "simple-statistics";
import { cells, factorsBut, type Level, type Observation } from "../../lib/experiment/observations";
import { meanInterval, type Interval } from "../../lib/experiment/statistics/intervals";
import { around, LEVEL } from "../../lib/experiment/statistics/tails";

/** Two configurations that differ in one factor, and the difference of their means. */
export interface Difference {
  /** The levels of the other factors. */
  levels: Readonly<Record<string, Level>>;
  factor: string;
  from: Level;
  to: Level;
  /** The interval of each mean by itself: at `from`, and at `to`. */
  means: [Interval, Interval];
  /** Whether these two intervals overlap. It does not tell whether the means differ. */
  overlap: boolean;
  /** The mean difference (`to` less `from`) within blocks: one value for each block. */
  paired: Interval;
  /** The difference of the means when blocks are ignored; variances may differ (Welch). */
  unpaired: Pick<Interval, "mean" | "low" | "high" | "level">;
}

/**
 * The differences between two levels of a factor, for each combination of the other factors that has both in at least two
 * blocks. What a block does to both of its runs, such as other work on the machine, cancels out of {@link Difference.paired}.
 * Source of the unpaired interval: Welch, The generalization of Student's problem, 1947.
 */
export function differences(
  observations: readonly Observation[],
  factor: string,
  [from, to]: readonly [Level, Level],
  level = LEVEL,
): Difference[] {
  return cells(observations, factorsBut(observations, factor)).flatMap(({ levels, observations: runs }) => {
    const at = (wanted: Level): Map<number, number> =>
      new Map(
        runs
          .filter((run) => run.levels[factor] === wanted)
          .map(({ replicate, seconds }) => [replicate, seconds] as const),
      );
    const [first, second] = [at(from), at(to)];
    const blocks = [...first.keys()].filter((block) => second.has(block));
    if (blocks.length < 2) return [];
    const intervalOf = (value: (block: number) => number) => meanInterval(blocks.map(value), level);
    const means: Difference["means"] = [
      intervalOf((block) => first.get(block)!),
      intervalOf((block) => second.get(block)!),
    ];
    const paired = intervalOf((block) => second.get(block)! - first.get(block)!);
    const overlap = means[0].low <= means[1].high && means[1].low <= means[0].high;
    return [{ levels, factor, from, to, means, overlap, paired, unpaired: welch(means, level) }];
  });
}

function welch([first, second]: Difference["means"], level: number): Difference["unpaired"] {
  const [a, b] = [first, second].map(({ standardDeviation, count }) => standardDeviation ** 2 / count);
  const degreesOfFreedom = (a + b) ** 2 / sum([a ** 2 / (first.count - 1), b ** 2 / (second.count - 1)]);
  const centre = second.mean - first.mean;
  if (a + b === 0) return { mean: centre, low: centre, high: centre, level };
  return { mean: centre, ...around(centre, Math.sqrt(a + b), degreesOfFreedom, level), level };
}
