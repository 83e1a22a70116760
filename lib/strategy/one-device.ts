import { configureTensorFlow, deviceNames, tensorFlowRuns } from "../tensorflow/engine";
import type { TensorFlowOptions } from "../tensorflow";
import { CopiesStrategy } from "./copies";
import { chooseDevices } from "./devices";
import type { Placement } from "./strategy";

/** One replica on one device: the baseline that every other strategy is compared with. */
export class OneDeviceStrategy extends CopiesStrategy {
  readonly name = "one-device";
  private readonly device: TensorFlowOptions["device"];

  /**
   * @param options The device, by default a GPU where there is one, and the numbers of threads.
   * @throws when TensorFlow runs already and any option is set.
   */
  constructor(
    options: Pick<TensorFlowOptions, "device" | "intraOpThreads" | "interOpThreads" | "deterministic" | "tf32"> = {},
  ) {
    super();
    this.device = options.device;
    const isChosen = Object.values(options).some((value) => value !== undefined);
    if (isChosen || !tensorFlowRuns()) configureTensorFlow({ ...options, gpus: 1 });
  }

  /** @throws when a GPU is asked for and there is none: a CPU must not be measured in its place. */
  get devices(): string[] {
    return chooseDevices(deviceNames(), 1, this.device);
  }

  override get replicas(): number {
    return 1;
  }

  get placement(): Placement {
    return { devices: this.devices.map((name) => `/device:${name}`) };
  }
}
