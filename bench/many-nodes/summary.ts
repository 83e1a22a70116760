import { mean } from "simple-statistics";
import { rangeOf, type Range } from "../turns/statistics";
import type { NodesContender, NodesResult } from "./result";

/** One line of a table; what cannot be said is undefined. */
export interface Row {
  contender: NodesContender;
  /** Of a step, or of a batch where several make an update. */
  seconds: Range;
  /** Over all nodes. */
  imagesPerSecond?: Range;
  /** Its seconds divided by those of the wire, which moves as many bytes; where several batches make an update, by its share. */
  againstWire?: Range;
  /** Its seconds divided by the longer of the two: its step without the others, and the wire. */
  againstLimit?: Range;
  /** Seconds of the fastest Keras divided by its own. */
  againstKeras?: Range;
  /** Seconds of a step with an all-reduce in each, divided by its own. */
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
  const the = (peer: NodesContender["peer"], way: NodesContender["way"]) =>
    measured.filter((each) => each.peer === peer && each.way === way).map(stepSeconds);
  const [wire] = the("wire", "all-reduce");
  const [alone] = the("ours", "alone");
  const [sync] = the("ours", "sync");
  const keras = the("keras", "sync")
    .sort((a, b) => mean(a) - mean(b))
    .at(0);
  return measured.map((contender): Row => {
    const { peer, way, syncEvery, nodes } = contender;
    const own = stepSeconds(contender);
    const trains = way !== "all-reduce";
    const share = wire?.map((seconds) => seconds / syncEvery);
    const limit = alone && share && alone.map((seconds, round) => Math.max(seconds, share[round] ?? 0));
    const isTogether = way === "sync" || way === "accumulate";
    return {
      contender,
      seconds: rangeOf(own),
      imagesPerSecond: trains ? rangeOf(own.map((seconds) => (nodes * settings.batchSize) / seconds)) : undefined,
      againstWire: way === "alone" || peer === "wire" ? undefined : ratio(own, share),
      againstLimit: isTogether ? ratio(own, limit) : undefined,
      againstKeras: isTogether ? ratio(keras, own) : undefined,
      againstSync: way === "accumulate" ? ratio(sync, own) : undefined,
      processorSeconds: mean(contender.rounds.map((each) => each.processorSeconds / each.seconds.length)),
    };
  });
}

/**
 * Each round by the mean of its steps: where several batches make an update, only one of them waits for the network.
 */
const stepSeconds = ({ rounds }: NodesContender): number[] => rounds.map(({ seconds }) => mean(seconds));

/** Round by round, as far as both have come. */
function ratio(above: number[] | undefined, below: number[] | undefined): Range | undefined {
  if (!above || !below) return undefined;
  const ratios = above.slice(0, below.length).map((seconds, round) => seconds / below[round]);
  return ratios.length === 0 ? undefined : rangeOf(ratios);
}
