import { sum } from "simple-statistics";
import type { Configuration, Epoch, RunRecord, Where } from "../../../lib/runs/record";
import { closeRecord, openRecord, writeAndTell } from "../../../lib/training/open-record";
import type { ProgramEvent } from "./events";

/** The record of a contender's run, which follows from what its program reports. */
export class ContenderRecord {
  readonly record: RunRecord;
  readonly file: string;

  constructor(file: (id: string) => string, where: Where, configuration: Configuration) {
    this.record = openRecord(where, configuration);
    this.file = file(this.record.id);
  }

  /** Adds what an event says; of an epoch, what all processes' {@link numbersOf} say. */
  note(event: ProgramEvent, numbers: number[][] = []): void {
    const { record } = this;
    const seconds = (at: number): number => at - Date.parse(record.startedAt) / 1000;
    if (event.event === "begin") {
      const { versions, tuned } = event;
      const { versions: installed, licences = {} } = record.where.packages ?? {};
      // What the environment says comes first: Debian's PyTorch names itself after a version before its own.
      record.where.packages = { versions: { ...versions, ...installed }, licences, tuned };
    } else if (event.event === "first step") {
      record.timeToFirstStepSeconds = seconds(event.at);
    } else if (event.event === "epoch") {
      record.epochs.push(epochOf(event, numbers, record.configuration, seconds));
    } else {
      record.weightsDigest = event.weights;
      record.peakMemoryBytes = event.peakMemoryBytes;
    }
  }

  /** Writes the record, and tells the process that watches over this one where it is. */
  async write(): Promise<void> {
    await writeAndTell(this.file, this.record);
  }

  async end(outcome: Exclude<RunRecord["outcome"], "running">, reason?: string): Promise<void> {
    closeRecord(this.record, outcome, reason);
    await this.write();
  }
}

type EpochEvent = Extract<ProgramEvent, { event: "epoch" }>;

/** The numbers of an epoch in which the processes differ: each step's loss and hits, then the sums over test images. */
export const numbersOf = ({ loss, correct, tested }: EpochEvent): number[] => [
  ...[...loss, ...correct],
  ...[tested.loss, tested.correct],
];

/** The times are the chief's. Losses are means over the processes, which have equally many images. */
function epochOf(
  { epoch, start, end, wait, loss: { length: steps }, tested: { seconds: testSeconds } }: EpochEvent,
  numbers: number[][],
  { globalBatchSize, testImages }: Configuration,
  seconds: (at: number) => number,
): Epoch {
  const sums = numbers[0].map((_, index) => sum(numbers.map((ofProcess) => ofProcess[index])));
  const loss = sums.slice(0, steps).map((total) => total / numbers.length);
  const correct = sums.slice(steps, 2 * steps).map((hits) => (Number.isFinite(hits) ? Math.round(hits) : 0));
  const [testLoss, testCorrect] = sums.slice(2 * steps);
  return {
    epoch,
    steps: { start: start.map(seconds), end: end.map(seconds), wait, images: loss.map(() => globalBatchSize), loss, correct },
    loss: sum(loss) / steps,
    accuracy: sum(correct) / (steps * globalBatchSize),
    validation: { loss: testLoss / testImages, accuracy: testCorrect / testImages, seconds: testSeconds },
  }; // prettier-ignore
}
