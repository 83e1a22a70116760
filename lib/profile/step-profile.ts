import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { STEP_EVENT, WAIT_EVENT } from "./event-names";
import { missingGpus } from "./gpu-events";
import { readLines } from "./x-space";
import { deviceNames } from "../tensorflow";
import { markProfile, profileTime, startProfile, stopProfile } from "../tensorflow/profiler";
import { counted } from "../system/words";

/** Which steps to profile. */
interface StepProfileOptions {
  /** The number of steps to profile. Default 3. */
  steps?: number;
  /** The number of this process's steps to skip first. Default 2: the first captures the step, the second still warms up. */
  skip?: number;
  /** Whether to skip more, while something else uses TensorFlow's profiler. Default: no. */
  waits?: () => boolean;
  /** Reports in one line what became of the profile. Default: no report. */
  say?: (line: string) => void;
}

/**
 * The file that `--profile PATH` means: PATH itself if it ends in `.pb`; otherwise PATH is a folder for
 * `tensorboard --logdir PATH`, and the file goes where TensorBoard looks: `PATH/plugins/profile/<time>/<host>.xplane.pb`.
 */
export function profileFile(path: string, now = new Date()): string {
  if (path.endsWith(".pb")) return path;
  const run = now
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replace(/[-:T]/g, "_");
  return join(path, "plugins", "profile", run, `${hostname()}.xplane.pb`);
}

/**
 * Has TensorFlow profile some steps of a training, and writes the profile. The training loop calls `beforeStep`
 * and `afterLaunch` around the launch of each step, `afterStep` when its results are there, `pause` before anything else, such as an
 * evaluation, and `close` at the end.
 */
export class StepProfile {
  /** The file to write, see `profileFile`. */
  readonly file: string;
  private readonly options: Required<StepProfileOptions>;
  private skipped = 0;
  private recorded = 0;
  private state: "waiting" | "recording" | "done" = "waiting";
  private recordingBegan = 0n;
  /** The steps whose results are not there yet, and when their batches were. */
  private readonly unfinished: { arrived: bigint; waitBegan: bigint; isRecorded: boolean }[] = [];
  /** When the results of the step before were there. */
  private lastEnd = 0n;

  /** @throws one line when the file's folder cannot be made, before anything is trained. */
  constructor(
    path: string,
    { steps = 3, skip = 2, waits = () => false, say = () => undefined }: StepProfileOptions = {},
  ) {
    this.file = profileFile(path);
    this.options = { steps, skip, waits, say };
    makeFolders(dirname(this.file));
  }

  /**
   * To be called before a step is launched, when its batch is there.
   * @param waitSeconds How long the loop waited for the batch.
   */
  beforeStep(waitSeconds = 0): void {
    this.record(); // only if `afterLaunch` has not done it
    if (this.state !== "recording") this.skipped++;
    const arrived = profileTime();
    const waitBegan = arrived - BigInt(Math.round(waitSeconds * 1e9));
    this.unfinished.push({ arrived, waitBegan, isRecorded: this.state === "recording" });
  }

  /** To be called when a step was launched. */
  afterLaunch(): void {
    this.record(); // now, so that the profile shows how long the next step waits
  }

  /**
   * To be called when a step's results are there; the next one may have been launched.
   * @param globalStep The step's number, from 0.
   * @param at When they were there, in milliseconds of `performance.now()`.
   */
  async afterStep(globalStep: number, at = performance.now()): Promise<void> {
    const end = profileTime() - BigInt(Math.round((performance.now() - at) * 1e6));
    const step = this.unfinished.shift();
    if (step?.isRecorded && this.state === "recording") {
      // Steps follow one another, and TensorFlow drops events that begin before the recording.
      const begin = [this.recordingBegan, this.lastEnd, step.waitBegan].reduce((a, b) => (a > b ? a : b));
      if (step.arrived > begin) markProfile(WAIT_EVENT, begin, step.arrived);
      markProfile(STEP_EVENT, begin, end, { step_num: globalStep, _r: 1 });
      this.recorded++;
    }
    this.lastEnd = end;
    if (this.recorded === this.options.steps && this.state === "recording") await this.write();
  }

  /** To be called before anything but a step. Ends the recording if it has a step, and otherwise postpones it. */
  async pause(): Promise<void> {
    if (this.state !== "recording") return;
    if (this.recorded > 0) return this.write();
    stopProfile();
    this.state = "waiting";
  }

  /** To be called at the end of the training, however it ends. Writes the steps recorded so far. */
  async close(): Promise<void> {
    await this.pause();
    if (this.state === "waiting")
      this.options.say("No profile was written: the training ended before the steps to profile.");
    this.state = "done";
  }

  private record(): void {
    if (this.state !== "waiting" || this.skipped < this.options.skip || this.options.waits()) return;
    startProfile();
    this.recordingBegan = profileTime();
    this.state = "recording";
  }

  private async write(): Promise<void> {
    this.state = "done";
    const profile = stopProfile();
    try {
      await writeWhole(this.file, profile);
      this.options.say(`TensorFlow's profile of ${counted(this.recorded, "step")}: ${this.file}`);
      const problem = hasGpus() ? missingGpus(profile, readLines(profile)) : undefined;
      if (problem !== undefined) this.options.say(problem);
    } catch (error) {
      // The training goes on: it is worth more than its profile.
      this.options.say(`The profile could not be written: ${(error as Error).message}`);
    }
  }
}

const hasGpus = (): boolean => deviceNames().some((name) => name.startsWith("GPU"));
