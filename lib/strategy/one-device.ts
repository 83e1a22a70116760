import { capture, configureTensorFlow, deviceNames, type tf } from "../tensorflow";
import type { CaptureOptions, Captured, TensorFlowOptions } from "../tensorflow";
import type { ReplicaStep, Strategy } from "./strategy";

/** One replica on one device: the baseline that every other strategy is compared with. */
export class OneDeviceStrategy implements Strategy {
  readonly name = "one-device";
  readonly replicas = 1;

  /**
   * @param options Which device, by default a GPU where there is one; and how many threads.
   * @throws when TensorFlow runs already and is asked for anything else than it was started with.
   */
  constructor(
    options: Pick<TensorFlowOptions, "device" | "intraOpThreads" | "interOpThreads" | "deterministic" | "tf32"> = {},
  ) {
    if (Object.values(options).some((value) => value !== undefined)) configureTensorFlow(options);
  }

  get devices(): string[] {
    const names = deviceNames();
    return [names.find((name) => name.includes("GPU")) ?? names[0]];
  }

  scope<T>(build: () => T): T {
    return build();
  }

  capture<S extends tf.Tensor[], R>(
    step: ReplicaStep<S, R>,
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<[batch: tf.Tensor[], ...shared: S], R> {
    const whole = (batch: tf.Tensor[], ...shared: S): R => {
      const [images] = batch[0].shape;
      return step({ images, globalImages: images }, batch, ...shared);
    };
    return capture(whole, { name: step.name, ...options });
  }

  checkReplicas(): void {
    // one replica is like itself
  }

  dispose(): void {
    // keeps nothing
  }
}
