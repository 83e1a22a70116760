import { max, mean, median } from "simple-statistics";
import { rangeOf, roundRatios, type Range } from "../turns/statistics";
import type { FrameworkContender, FrameworksGroup } from "./result";

/** One line of a table; unknown values are undefined. */
export interface Row {
  contender: FrameworkContender;
  /** The seconds of a step. */
  seconds: Range;
  /** Over all nodes. */
  imagesPerSecond?: Range;
  /** Its images per second divided by those of the fastest contender beside this engine, in the same round. */
  againstOthers?: Range;
  /** The seconds divided by those that the wire takes to move equally many bytes, in the same round. */
  againstWire?: Range;
  secondsToFirstStep?: number;
  peakMemoryBytes?: number;
  /** Of a node in a step. */
  sentBytes?: Range;
}

/** The lines of a group, the contenders in their order. */
export function summarize({ nodes, batchSize, contenders }: FrameworksGroup): Row[] {
  const measured = contenders.filter(({ rounds }) => rounds.length > 0);
  const of = (peer: FrameworkContender["peer"]): number[][] =>
    measured.filter((each) => each.peer === peer).map(stepSeconds);
  const [wire] = of("wire");
  const best = of("other")
    .sort((a, b) => median(a) - median(b))
    .at(0);
  return measured.map((contender): Row => {
    const seconds = stepSeconds(contender);
    if (contender.peer === "wire") return { contender, seconds: rangeOf(seconds) };
    return {
      ...{ contender, seconds: rangeOf(seconds) },
      imagesPerSecond: rangeOf(seconds.map((step) => (nodes * batchSize) / step)),
      againstOthers: roundRatios(best, seconds),
      againstWire: roundRatios(seconds, wire),
      secondsToFirstStep: median(contender.rounds.map((round) => round.secondsToFirstStep ?? NaN)),
      sentBytes: sentBy(contender),
      peakMemoryBytes: max(contender.rounds.map((round) => round.peakMemoryBytes ?? NaN)),
    };
  });
}

/** The mean step of each round: its epochs have equally many steps. */
const stepSeconds = ({ rounds }: FrameworkContender): number[] => rounds.map(({ seconds }) => mean(seconds));

function sentBy({ rounds }: FrameworkContender): Range | undefined {
  const sent = rounds.flatMap(({ sentBytes = [] }) => sentBytes);
  return sent.length === 0 ? undefined : rangeOf(sent);
}
