import { mean } from "simple-statistics";
import { collectives } from "../workers/protocol";
import { rangeOf, roundRatios, type Range } from "../turns/statistics";
import type { NodesContender, NodesResult } from "./result";

/** One line of a table; unknown values are undefined. */
export interface Row {
  contender: NodesContender;
  /** The seconds of a step, or of a batch where several batches make an update. */
  seconds: Range;
  /** Over all nodes. */
  imagesPerSecond?: Range;
  /**
   * The seconds divided by those that the wire takes to move equally many bytes. Where several batches make an update, the
   * wire's seconds are shared among these batches first.
   */
  againstWire?: Range;
  /** The seconds divided by those of a step on each node alone, or of the wire, whichever takes longer. */
  againstLimit?: Range;
  /** The seconds of the fastest Keras divided by this contender's. */
  againstKeras?: Range;
  /** The seconds of a step with an all-reduce for each batch, divided by this contender's. */
  againstSync?: Range;
  /** Processor time of a step, over all nodes and cores, in seconds: the mean. */
  processorSeconds: number;
}

/** The lines of one group, the contenders in their order. Each round is compared with the others' same round. */
export function summarize(
  { contenders, settings }: Pick<NodesResult, "contenders" | "settings">,
  group: string,
): Row[] {
  const measured = contenders.filter((each) => each.group === group && each.rounds.length > 0);
  const secondsOf = (peer: NodesContender["peer"], way?: NodesContender["way"]) =>
    measured
      .filter((contender) => contender.peer === peer && (way === undefined || contender.way === way))
      .map(stepSeconds);
  const [wire] = secondsOf("wire");
  const [alone] = secondsOf("ours", "alone");
  const [sync] = secondsOf("ours", "sync");
  const keras = secondsOf("keras", "sync")
    .sort((a, b) => mean(a) - mean(b))
    .at(0);
  return measured.map((contender): Row => {
    const { peer, way, syncEvery, nodes } = contender;
    const seconds = stepSeconds(contender);
    const trains = !collectives.some((collective) => collective === way);
    const wireShare = wire?.map((round) => round / syncEvery);
    const limit = alone && wireShare && alone.map((step, round) => Math.max(step, wireShare[round] ?? 0));
    const isTogether = way === "sync" || way === "accumulate";
    return {
      contender,
      seconds: rangeOf(seconds),
      imagesPerSecond: trains ? rangeOf(seconds.map((step) => (nodes * settings.batchSize) / step)) : undefined,
      againstWire: way === "alone" || peer === "wire" ? undefined : roundRatios(seconds, wireShare),
      againstLimit: isTogether ? roundRatios(seconds, limit) : undefined,
      againstKeras: isTogether ? roundRatios(keras, seconds) : undefined,
      againstSync: way === "accumulate" ? roundRatios(sync, seconds) : undefined,
      processorSeconds: mean(contender.rounds.map((each) => each.processorSeconds / each.seconds.length)),
    };
  });
}

/** The mean step of each round. Not the median: where several batches make an update, only one of them waits for the network. */
const stepSeconds = ({ rounds }: NodesContender): number[] => rounds.map(({ seconds }) => mean(seconds));
