import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { writeWhole } from "../system/atomic";
import { STEP_EVENT, WAIT_EVENT } from "./event-names";
import { markProfile, profileTime, startProfile, stopProfile } from "../tensorflow/profiler";
import { counted } from "../system/words";

/** Which steps to profile. */
interface StepProfileOptions {
  /** The number of steps to profile. Default 3. */
  steps?: number;
  /** The number of this process's steps to skip first. Default 2: the first captures the step, the second still warms up. */
  skip?: number;
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
 * Has TensorFlow profile some steps of a training, and writes the profile. The training loop calls `beforeStep` and
 * `afterStep` around each step, `pause` before anything else, such as an evaluation, and `close` at the end.
 */
export class StepProfile {
  /** The file to write, see `profileFile`. */
  readonly file: string;
  private readonly options: Required<StepProfileOptions>;
  private skipped = 0;
  private recorded = 0;
  private state: "waiting" | "recording" | "done" = "waiting";
  private recordingBegan = 0n;
  private stepBegan = 0n;

  /** @throws one line when the file's folder cannot be made, before anything is trained. */
  constructor(path: string, { steps = 3, skip = 2, say = () => undefined }: StepProfileOptions = {}) {
    this.file = profileFile(path);
    this.options = { steps, skip, say };
    mkdirSync(dirname(this.file), { recursive: true });
  }

  /**
   * To be called before a step, when its batch is there.
   * @param waitSeconds How long the loop waited for the batch.
   */
  beforeStep(waitSeconds = 0): void {
    this.record(); // only if the step before has not done it
    if (this.state !== "recording") return;
    const now = profileTime();
    const waitBegan = now - BigInt(Math.round(waitSeconds * 1e9));
    // TensorFlow drops events that begin before the recording.
    this.stepBegan = waitBegan > this.recordingBegan ? waitBegan : this.recordingBegan;
    markProfile(WAIT_EVENT, this.stepBegan, now);
  }

  /** To be called after a step whose results have been read. @param globalStep The step's number, from 0. */
  async afterStep(globalStep: number): Promise<void> {
    if (this.state === "recording" && this.stepBegan > 0n) {
      markProfile(STEP_EVENT, this.stepBegan, profileTime(), { step_num: globalStep, _r: 1 });
      this.recorded++;
      if (this.recorded === this.options.steps) await this.write();
    } else {
      this.skipped++;
    }
    this.record(); // now, so that the profile shows how long the next step waits
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
    if (this.state !== "waiting" || this.skipped < this.options.skip) return;
    startProfile();
    this.recordingBegan = profileTime();
    this.state = "recording";
    this.stepBegan = 0n;
  }

  private async write(): Promise<void> {
    this.state = "done";
    const profile = stopProfile();
    try {
      await writeWhole(this.file, profile);
      this.options.say(`TensorFlow's profile of ${counted(this.recorded, "step")}: ${this.file}`);
    } catch (error) {
      // The training goes on: it is worth more than its profile.
      this.options.say(`The profile could not be written: ${(error as Error).message}`);
    }
  }
}
