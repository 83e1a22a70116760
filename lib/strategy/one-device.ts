import { captureReplicas, configureTensorFlow, deviceNames } from "../tensorflow";
import type { CaptureOptions, Captured, tf, TensorFlowOptions } from "../tensorflow";
import { chooseDevices } from "./devices";
import type { Batch, ReplicaStep, Share, Strategy } from "./strategy";

/** One replica on one device: the baseline that every other strategy is compared with. */
export class OneDeviceStrategy implements Strategy {
  readonly name = "one-device";
  readonly replicas = 1;
  private readonly device: TensorFlowOptions["device"];

  /**
   * @param options Which device, by default a GPU where there is one; and how many threads.
   * @throws when TensorFlow runs already and is asked for anything else than it was started with.
   */
  constructor(
    options: Pick<TensorFlowOptions, "device" | "intraOpThreads" | "interOpThreads" | "deterministic" | "tf32"> = {},
  ) {
    this.device = options.device;
    if (Object.values(options).some((value) => value !== undefined)) configureTensorFlow(options);
  }

  /** @throws where a GPU is asked for and there is none: a CPU must not be measured for it. */
  get devices(): string[] {
    return chooseDevices(deviceNames(), 1, this.device);
  }

  capture<S extends unknown[], R>(
    step: ReplicaStep<S, R>,
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<[batch: Batch, ...shared: S], R> {
    const whole = ({ tensors, images }: Batch, ...shared: S): [Share, tf.Tensor[], ...S][] => [
      [{ images, globalImages: images }, tensors, ...shared],
    ];
    return captureReplicas(step, whole, { name: step.name, ...options, devices: [undefined] });
  }

  rowsOf(globalImages: number): [number, number] {
    return [0, globalImages];
  }

  checkReplicas(): void {
    // A single replica has nothing to differ from.
  }

  dispose(): void {
    // The strategy keeps nothing on the device.
  }
}
