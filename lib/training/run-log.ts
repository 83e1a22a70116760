import { performance } from "node:perf_hooks";
import { peakMemory } from "../system/memory";
import { peakBytes, resetPeakBytes } from "../tensorflow/engine";
import type { MemoryModel } from "./out-of-memory";
import type { Configuration, Epoch, Outcome, RunRecord, Where } from "../runs/record";
import { closeRecord, openRecord, writeAndTell } from "./open-record";

/** One step, as an epoch's lists hold it. */
export interface StepRecord {
  start: number;
  end: number;
  wait: number;
  images: number;
  loss: number;
  correct: number;
}

/** The record of a run that is going on, with its clock and file. */
export class RunLog {
  private readonly clockStart: number;
  private writtenAt = -Infinity;
  /** The steps whose algorithms a GPU has tried in this process. */
  private readonly tried = new Set<string>();
  /** The peaks of such a first time, as long as no step was launched again. */
  private triedPeaks?: readonly number[];
  /** The peaks that were noted so far, also before the run was resumed. */
  private peaks: readonly number[];
  /** The estimated memory of a step, once it is known. */
  memory?: MemoryModel;

  private constructor(
    readonly record: RunRecord,
    readonly file: string,
  ) {
    this.peaks = record.devicePeakBytes ?? [];
    resetPeakBytes(record.where.devices); // earlier trainings of this process do not count
    // The times of a resumed run also count from its first start.
    this.clockStart = performance.now() - (Date.now() - Date.parse(record.startedAt));
  }

  static start(file: string | ((id: string) => string), where: Where, configuration: Configuration): RunLog {
    const record = openRecord(where, configuration);
    return new RunLog(record, typeof file === "string" ? file : file(record.id));
  }

  /** Continues the record of a run that was stopped after `step` steps of `epoch`. */
  static resume(file: string, record: RunRecord, now: Where, at: { epoch: number; step: number }): RunLog {
    const resumedFrom = [...(record.resumedFrom ?? []), at];
    const next: RunRecord = { ...record, outcome: "running", where: now, resumedFrom };
    return new RunLog(next, file);
  }

  /** Seconds since the run started. */
  seconds(): number {
    return this.secondsAt(performance.now());
  }

  /** The same at a time of `performance.now()`. */
  secondsAt(milliseconds: number): number {
    return (milliseconds - this.clockStart) / 1000;
  }

  /** The record of an epoch that has begun, or a new one, which {@link addStep} adds to the run's record. */
  epoch(epoch: number): Epoch {
    const steps = { start: [], end: [], wait: [], images: [], loss: [], correct: [] };
    return this.record.epochs.find((known) => known.epoch === epoch) ?? { epoch, steps, loss: 0, accuracy: 0 };
  }

  /** Adds a step to an epoch and updates the epoch's means. */
  addStep(epoch: Epoch, step: StepRecord): void {
    const { steps } = epoch;
    if (steps.end.length === 0) this.record.epochs.push(epoch);
    steps.start.push(step.start);
    steps.end.push(step.end);
    steps.wait.push(step.wait);
    steps.images.push(step.images);
    steps.loss.push(step.loss);
    steps.correct.push(step.correct);
    const images = sum(steps.images);
    const { context: labelsOfExample = 1 } = this.record.configuration;
    epoch.loss = sum(steps.loss.map((loss, index) => loss * steps.images[index])) / images;
    epoch.accuracy = sum(steps.correct) / (images * labelsOfExample);
  }

  /** Appends samples of the GPUs to those from before the run was resumed. */
  addGpuSamples(samples: RunRecord["gpu"]): void {
    const before = this.record.gpu;
    if (!samples) return;
    this.record.gpu = before
      ? {
          utilisation: [...before.utilisation, ...samples.utilisation],
          memoryBytes: [...before.memoryBytes, ...samples.memoryBytes],
          at: [...before.at, ...samples.at],
        }
      : samples;
  }

  /** Seconds since the record was last written. */
  secondsSinceWritten(): number {
    return this.seconds() - this.writtenAt;
  }

  /** Writes the record, and sends its path to the parent process. */
  async write(): Promise<void> {
    this.writtenAt = this.seconds();
    this.notePeaks();
    await writeAndTell(this.file, this.record, this.memory);
  }

  /**
   * Launches a step. The first time, a GPU tries several algorithms, with memory that it does not take later and that does not count.
   * @param step Its kind and its size.
   */
  launch<R>(step: string, run: () => R): R {
    const { where, configuration } = this.record;
    if (configuration.device !== "gpu" || this.tried.has(step)) {
      this.triedPeaks = undefined;
      return run();
    }
    if (this.tried.size > 0) this.notePeaks();
    this.tried.add(step);
    const launched = run();
    if (this.tried.size === 1) this.triedPeaks = peakBytes(where.devices);
    resetPeakBytes(where.devices);
    return launched;
  }

  private notePeaks(): void {
    const { record } = this;
    record.peakMemoryBytes = Math.max(record.peakMemoryBytes, peakMemory());
    const onCpu = record.configuration.device === "cpu";
    if (onCpu && record.where.devices.length > 1) return; // they share an allocator, which counts all of them together
    const now = this.triedPeaks ?? peakBytes(record.where.devices);
    if (!now) return;
    record.devicePeakBytes = now.map((bytes, device) => Math.max(bytes, this.peaks.at(device) ?? 0));
    if (!this.triedPeaks) this.peaks = record.devicePeakBytes;
    if (record.deviceMemory && !onCpu) record.deviceMemory.peak = record.devicePeakBytes;
  }

  /** Writes how the run ended. */
  async end(outcome: Exclude<Outcome, "running">, reason?: string): Promise<void> {
    closeRecord(this.record, outcome, reason);
    await this.write();
  }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
