import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { writeWhole } from "../system";
import { STEP_EVENT, WAIT_EVENT } from "./event-names";
import { markProfile, profileTime, startProfile, stopProfile } from "../tensorflow/profiler";
import { counted } from "../system/words";

/** Which steps to profile. */
export interface StepProfileOptions {
  /** How many steps. Default 3. */
  steps?: number;
  /** Steps of this process to let pass before. Default 2: the first captures the step, the second still warms up. */
  skip?: number;
  /** Takes one line, when there is something to say. Default: nobody listens. */
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
 * Has TensorFlow profile some steps of a training and writes the profile. The loop calls `beforeStep` and `afterStep`
 * around each step, `pause` before it does something else than steps, such as an evaluation, and `close` at the end.
 */
export class StepProfile {
  /** Where the profile is written, see `profileFile`. */
  readonly file: string;
  private readonly steps: number;
  private readonly say: (line: string) => void;
  private skip: number;
  private recorded = 0;
  private state: "waiting" | "recording" | "done" = "waiting";
  private recordingBegan = 0n;
  private stepBegan = 0n;

  /** @throws one line when the file's folder cannot be made, before anything is trained. */
  constructor(path: string, { steps = 3, skip = 2, say = () => undefined }: StepProfileOptions = {}) {
    this.file = profileFile(path);
    this.steps = steps;
    this.skip = skip;
    this.say = say;
    mkdirSync(dirname(this.file), { recursive: true });
  }

  /**
   * Before a step, when its batch is there.
   * @param waitSeconds How long the loop waited for the batch.
   */
  beforeStep(waitSeconds = 0): void {
    if (this.skip === 0) this.record(); // only when no step before it could do it
    if (this.state !== "recording") return;
    const now = profileTime();
    const asked = now - BigInt(Math.round(waitSeconds * 1e9));
    // What begins before the recording is not kept.
    this.stepBegan = asked > this.recordingBegan ? asked : this.recordingBegan;
    markProfile(WAIT_EVENT, this.stepBegan, now);
  }

  /** After a step whose results have been read. @param globalStep The step's number, from 0. */
  async afterStep(globalStep: number): Promise<void> {
    if (this.state === "recording" && this.stepBegan > 0n) {
      markProfile(STEP_EVENT, this.stepBegan, profileTime(), { step_num: globalStep, _r: 1 });
      this.recorded++;
      if (this.recorded === this.steps) await this.write();
    } else if (this.skip > 0) {
      this.skip--;
    }
    if (this.skip === 0) this.record(); // now, so that the next step's wait is in the profile
  }

  /** Before something else than steps: ends the recording if it has a step, and otherwise puts it off. */
  async pause(): Promise<void> {
    if (this.state !== "recording") return;
    if (this.recorded > 0) return this.write();
    stopProfile();
    this.state = "waiting";
  }

  /** At the end of the training, however it ends: writes the steps there are. */
  async close(): Promise<void> {
    await this.pause();
    if (this.state === "waiting") this.say("No profile was written: the training ended before the steps to profile.");
    this.state = "done";
  }

  private record(): void {
    if (this.state !== "waiting") return;
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
      this.say(`TensorFlow's profile of ${counted(this.recorded, "step")}: ${this.file}`);
    } catch (error) {
      // A training is worth more than its profile.
      this.say(`The profile could not be written: ${(error as Error).message}`);
    }
  }
}
