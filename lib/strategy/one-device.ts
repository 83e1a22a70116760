import { captureReplicas, configureTensorFlow, deviceNames, tensorFlowRuns } from "../tensorflow/engine";
import type { CaptureOptions, Captured, TensorFlowOptions } from "../tensorflow";
import { chooseDevices } from "./devices";
import { replicaArguments, sharesOf } from "./shares";
import type { Batch, ReplicaStep, Strategy } from "./strategy";

/** One replica on one device: the baseline that every other strategy is compared with. */
export class OneDeviceStrategy implements Strategy {
  readonly name = "one-device";
  readonly replicas = 1;
  private readonly device: TensorFlowOptions["device"];

  /**
   * @param options The device, by default a GPU where there is one, and the numbers of threads.
   * @throws when TensorFlow runs already and any option is set.
   */
  constructor(
    options: Pick<TensorFlowOptions, "device" | "intraOpThreads" | "interOpThreads" | "deterministic" | "tf32"> = {},
  ) {
    this.device = options.device;
    const isChosen = Object.values(options).some((value) => value !== undefined);
    if (isChosen || !tensorFlowRuns()) configureTensorFlow({ ...options, gpus: 1 });
  }

  /** @throws when a GPU is asked for and there is none: a CPU must not be measured in its place. */
  get devices(): string[] {
    return chooseDevices(deviceNames(), 1, this.device);
  }

  capture<S extends unknown[], R>(
    step: ReplicaStep<S, R>,
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<[batch: Batch, ...shared: S], R> {
    const whole = (batch: Batch, ...shared: S) => replicaArguments(batch, sharesOf(batch.images, 1), shared);
    const devices = this.devices.map((name) => `/device:${name}`);
    return captureReplicas(step, whole, { name: step.name, ...options, devices });
  }

  rowsOf(globalImages: number): [number, number] {
    return [0, globalImages];
  }

  checkReplicas(): void {
    // There is no other replica to differ from.
  }

  dispose(): void {
    // The strategy keeps nothing on the device.
  }
}
