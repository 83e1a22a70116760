import { configureTensorFlow, deviceNames, installation, mostGpus, tensorFlowRuns } from "../tensorflow/engine";
import type { Collectives, Compression, TensorFlowOptions } from "../tensorflow/engine";
import { communicationOf } from "./communication";
import { CopiesStrategy } from "./copies";
import { chooseDevices, threadsOf } from "./devices";
import type { Communication, Placement } from "./strategy";

/** How to spread training over the devices of one machine. */
export interface MirroredOptions extends Pick<
  TensorFlowOptions,
  "device" | "intraOpThreads" | "interOpThreads" | "deterministic" | "tf32"
> {
  /** The number of devices of each process. Default: all GPUs; without a GPU, one CPU. */
  devices?: number;
  /** Default: `nccl` on GPUs, `ring` on CPUs and on parts of one GPU. */
  collectives?: Collectives;
  /** About how many megabytes (10^6 bytes) of gradients are added up together. With 0, each gradient is added up by itself. */
  bucketMegabytes?: number;
  /** `bfloat16` sends half as many bytes and rounds every gradient to 8 bits of mantissa; it needs `ring`. Default `none`. */
  compression?: Compression;
}

/**
 * One process with several devices. Each device has a replica of the model and works on its share of the global batch. The
 * model is built once; before a step runs for the first time, its variables are copied to each device.
 * An all-reduce adds up the gradients, in buckets, while the backward pass still runs, and every replica makes the same
 * update. Without GPUs, the devices are logical ones that share the machine's cores.
 */
export class MirroredStrategy extends CopiesStrategy {
  readonly name = "mirrored";
  override readonly communication: Communication;
  readonly devices: string[];
  readonly placement: Placement;

  /** @throws one line when there are fewer devices than `options.devices` (it says how many), or NCCL is asked for on CPUs. */
  constructor(options: MirroredOptions = {}) {
    super();
    const { devices: count, collectives, bucketMegabytes, compression, ...chosen } = options;
    if (!tensorFlowRuns()) {
      const onCpu = (chosen.device ?? installation().device) === "cpu";
      if (onCpu) configureTensorFlow(threadsOf(count ?? 1));
      configureTensorFlow({ ...chosen, logicalDevices: count, gpus: count ?? Infinity });
    }
    this.devices = chooseDevices(deviceNames(), count, chosen.device, mostGpus());
    const communication = communicationOf(this.devices, { collectives, bucketMegabytes, compression });
    this.communication = { ...communication, ...(compression === "bfloat16" && { compression }) };
    const devices = this.devices.map((name) => `/device:${name}`);
    this.placement = { devices, group: { devices, ...this.communication } };
  }
}
