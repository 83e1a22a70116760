import { fastest, imagesPerSecond, processorSecondsOfStep, speedAgainst, type Range } from "../turns/statistics";
import type { MirroredContender, MirroredResult } from "./result";

/** One line of a table; unknown values are undefined. */
export interface Row {
  contender: MirroredContender;
  /** Over the rounds, by the median step of each. */
  imagesPerSecond: Range;
  /**
   * Over the rounds: this contender's images per second divided by those of this engine on one device in the same round; of an
   * earlier state, by that state's.
   */
  againstOneDevice?: Range;
  /** The same with the fastest Keras on as many devices. */
  againstKeras?: Range;
  /** Processor time of a step, over all cores, in seconds: the median of the rounds. */
  processorSeconds: number;
}

/** The lines of one group, the contenders in their order. */
export function summarize({ contenders }: Pick<MirroredResult, "contenders">, group: string): Row[] {
  const measured = contenders.filter((each) => each.group === group && each.rounds.length > 0);
  const oneDevice = (engine: "ours" | "before") =>
    measured.find(({ peer, strategy }) => peer === engine && strategy === "one-device");
  return measured.map((contender) => {
    const keras = measured.filter(({ peer, devices }) => peer === "keras" && devices === contender.devices);
    return {
      contender,
      imagesPerSecond: imagesPerSecond(contender, contender.batchSize),
      againstOneDevice: speedAgainst(oneDevice(contender.peer === "before" ? "before" : "ours"), contender),
      againstKeras: speedAgainst(fastest(keras), contender),
      processorSeconds: processorSecondsOfStep(contender),
    };
  });
}
