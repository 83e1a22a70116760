import { memoryOfStep } from "../profile";
import type { Strategy } from "../strategy";
import { bytesAtRest } from "../tensorflow/engine";
import { deviceOf } from "./configuration";
import type { Step, TrainingLoop } from "./epoch";
import type { RunLog } from "./run-log";

interface DeviceMemoryParts {
  strategy: Pick<Strategy, "devices">;
  log: RunLog;
  /** Whether a step is the last one of an update that is as long as any. */
  endsWhole: (step: Step) => boolean;
  /** Reports in one line that nothing was measured. */
  say: (line: string) => void;
}

/** Measures for the record what each device holds in the second whole update of this process: the first one captures the step. */
export class DeviceMemory {
  private isCaptured = false;
  private isMeasured = false;

  constructor(private readonly parts: DeviceMemoryParts) {}

  /** Whether the measurement is still to come. */
  get isDue(): boolean {
    return !this.isMeasured;
  }

  /** Runs a step, and measures it if it is the one. */
  async run(step: Step, loop: TrainingLoop): Promise<void> {
    const isWhole = this.parts.endsWhole(step);
    if (isWhole && this.isCaptured && this.isDue) {
      await this.measure(step, loop);
      this.isMeasured = true;
    } else {
      await loop.run(step);
    }
    this.isCaptured ||= isWhole;
  }

  /** To be called at the end of the training, however it ends. */
  close(): void {
    if (this.parts.log.record.deviceMemory) return; // perhaps from before the run was resumed
    this.parts.say("No memory was measured: the training ended before a second whole update.");
  }

  private async measure(step: Step, loop: TrainingLoop): Promise<void> {
    const { strategy, log } = this.parts;
    await loop.finish();
    const devices = strategy.devices.map((name) => `/device:${name}`);
    if (deviceOf(strategy) === "gpu") {
      const atRest = bytesAtRest(devices);
      log.record.deviceMemory = { atRest, peak: atRest }; // TensorFlow's allocator on GPUs tells the peaks whenever the record is written
      return loop.run(step);
    }
    const { atRest, peak } = await memoryOfStep(devices, async () => {
      await loop.run(step);
      await loop.finish();
    });
    log.record.deviceMemory = { atRest, peak };
  }
}
