import { capture, configureTensorFlow, deviceNames } from "../tensorflow";
import type { CaptureOptions, Captured, TensorFlowOptions } from "../tensorflow";
import type { Strategy } from "./strategy";

/** One replica on one device: the baseline that every other strategy is compared with. */
export class OneDeviceStrategy implements Strategy {
  readonly name = "one-device";
  readonly replicas = 1;

  /**
   * @param options Which device, by default a GPU where there is one; and how many threads.
   * @throws when TensorFlow runs already and is asked for anything else than it was started with.
   */
  constructor(options: Pick<TensorFlowOptions, "device" | "intraOpThreads" | "interOpThreads" | "deterministic"> = {}) {
    if (Object.values(options).some((value) => value !== undefined)) configureTensorFlow(options);
  }

  get devices(): string[] {
    const names = deviceNames();
    return [names.find((name) => name.includes("GPU")) ?? names[0]];
  }

  scope<T>(build: () => T): T {
    return build();
  }

  capture<A extends unknown[], R>(step: (...args: A) => R, options?: CaptureOptions): Captured<A, R> {
    return capture(step, options);
  }
}
