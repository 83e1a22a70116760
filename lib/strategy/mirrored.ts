import { availableParallelism } from "node:os";
import {
  captureReplicas,
  configureTensorFlow,
  deviceNames,
  installation,
  Mirrors,
  tensorFlowRuns,
} from "../tensorflow";
import type { CaptureOptions, Captured, Collectives, tf, TensorFlowOptions } from "../tensorflow";
import { firstUnlike } from "./compare";
import { chooseDevices } from "./devices";
import { divide, sharesOf } from "./shares";
import type { ReplicaStep, Share, Strategy } from "./strategy";

/** How to spread a training over the devices of one machine. */
export interface MirroredOptions extends Pick<
  TensorFlowOptions,
  "device" | "intraOpThreads" | "interOpThreads" | "deterministic" | "tf32"
> {
  /** How many. Default: all GPUs; without a GPU, one CPU. */
  devices?: number;
  /** Default: `nccl` on GPUs, `ring` on CPUs. */
  collectives?: Collectives;
  /** Gradients are added up in buckets of about so many megabytes (10^6 bytes); 0: each by itself. */
  bucketMegabytes?: number;
}

// Measured by `npm run bench -- mirrored`, see README.md. On CPUs a bucket is copied in memory, so large gradients
// should travel alone; NCCL likes long messages.
const BUCKET_MEGABYTES = { ring: 1, nccl: 25 };

/**
 * One process, several devices: each has a replica of the model, whose variables are mirrored, and works on its share of
 * the global batch. Gradients are added up by all-reduce, in buckets, while the backward pass still runs, and every
 * replica makes the same update. Without GPUs, the devices are logical ones that share the machine's cores.
 */
export class MirroredStrategy implements Strategy {
  readonly name = "mirrored";
  readonly communication: { collectives: Collectives; bucketBytes: number };
  readonly devices: string[];
  private readonly mirrors: Mirrors;

  /** @throws one line when there are fewer devices than asked for (it says how many), or NCCL is asked for on CPUs. */
  constructor(options: MirroredOptions = {}) {
    const { devices: count, collectives, bucketMegabytes, ...chosen } = options;
    if (!tensorFlowRuns()) {
      const onCpu = (chosen.device ?? installation().device) === "cpu";
      if (onCpu) configureTensorFlow(threadsOf(count ?? 1));
      configureTensorFlow({ ...chosen, logicalDevices: count });
    }
    this.devices = chooseDevices(deviceNames(), count, chosen.device);
    const onGpus = this.devices[0].startsWith("GPU");
    if (collectives === "nccl" && !onGpus) {
      throw new Error('The collectives "nccl" need GPUs, and the devices are CPUs: choose "ring", or leave it out.');
    }
    const how = collectives ?? (onGpus ? "nccl" : "ring");
    this.communication = { collectives: how, bucketBytes: 1e6 * (bucketMegabytes ?? BUCKET_MEGABYTES[how]) };
    this.mirrors = new Mirrors(this.devices.map((name) => `/device:${name}`));
  }

  get replicas(): number {
    return this.devices.length;
  }

  scope<T>(build: () => T): T {
    return build();
  }

  capture<S extends tf.Tensor[], R>(
    step: ReplicaStep<S, R>,
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<[batch: tf.Tensor[], ...shared: S], R> {
    const { replicas, mirrors, communication } = this;
    const group = { devices: mirrors.devices, ...communication };
    const split = (batch: tf.Tensor[], ...shared: S): [Share, tf.Tensor[], ...S][] => {
      const shares = sharesOf(batch[0].shape[0], replicas);
      const parts = divide(batch, shares);
      return shares.map((share, replica) => [share, parts[replica], ...shared]);
    };
    return captureReplicas(step, split, { name: step.name, ...options, mirrors, group });
  }

  checkReplicas(variables: readonly { name: string; variable: tf.Variable }[]): void {
    const unlike = firstUnlike(variables, this.mirrors);
    if (!unlike) return;
    throw new Error(
      `The weight ${unlike.name} differs between ${this.devices[0]} and ${this.devices[unlike.replica]}: the replicas ` +
        "have drifted apart. Go on from the last checkpoint, and report this as a bug with the run's record.",
    );
  }

  dispose(): void {
    this.mirrors.dispose();
  }
}

/**
 * Replicas that share cores do better with an op on one core each than with every op on all cores (at a global batch of
 * 64 on 2 cores, 2 replicas need a tenth less processor time than one device). As many ops run at a time as there are
 * replicas: otherwise some would begin only when others have finished, and these would wait for them in the all-reduce.
 */
function threadsOf(devices: number): Required<Pick<TensorFlowOptions, "intraOpThreads" | "interOpThreads">> {
  const cores = availableParallelism();
  return { intraOpThreads: Math.max(1, Math.floor(cores / devices)), interOpThreads: Math.max(cores, devices) };
}
