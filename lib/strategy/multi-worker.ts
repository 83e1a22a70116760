import { captureReplicas, configureTensorFlow, deviceNames, installation, Mirrors } from "../tensorflow";
import { taskName, tensorFlowRuns, type CaptureOptions, type Captured, type CollectiveGroup } from "../tensorflow";
import type { Compression, tf } from "../tensorflow";
import type { Cluster } from "./rendezvous";
import { communicationOf, PART_BYTES } from "./communication";
import { digestsOf, driftedApart, refuseUnlike } from "./compare";
import { chooseDevices, threadsOf } from "./devices";
import { exchange } from "./exchange";
import type { MirroredOptions } from "./mirrored";
import { replicaArguments, rowsOfReplicas, sharesOf } from "./shares";
import type { Batch, Communication, ReplicaStep, Strategy } from "./strategy";
import { Team, type Description } from "./team";

/** How to spread a training over the devices of several machines. */
export interface MultiWorkerOptions extends MirroredOptions {
  /** The processes, of which this is one: what `resolveCluster` found. */
  cluster: Cluster;
  /** Devices of each process, the same number in all. Default: all GPUs; without a GPU, one CPU. */
  devices?: number;
  /** `bfloat16` sends half as many bytes, and rounds every gradient to 8 bits of mantissa. Default `none`. */
  compression?: Compression;
  /** When another process is lost, this one ends with an error within so many seconds. Default 60. */
  timeoutSeconds?: number;
}

/** How many processes share this one's cores, itself included. Slurm gives each process that it starts cores of its own. */
function processesHere({ members, task, source }: Cluster): number {
  return source === "TF_CONFIG" ? members.filter(({ host }) => host === members[task].host).length : 1;
}

// The watch on the other processes ends an all-reduce after the timeout. A process that answers the watch but does nothing
// is given up after so many times the timeout.
const TIMEOUTS_OF_ALL_REDUCE = 20;

/**
 * Several processes, usually one on each node, with several devices each. It works as `MirroredStrategy` does, but gradients
 * are added up over all devices of all processes. Every process runs the same program; each batch is divided among all replicas.
 */
export class MultiWorkerMirroredStrategy implements Strategy {
  readonly name = "multi-worker";
  readonly communication: Required<Communication>;
  readonly devices: string[];
  readonly team?: Team;
  private readonly task: number;
  private readonly mirrors: Mirrors;
  private readonly group: CollectiveGroup;

  /**
   * Starts TensorFlow, and with it the server through which the processes speak.
   * @throws one line when TensorFlow runs already, the port is taken, or there are fewer devices than asked for.
   */
  constructor(options: MultiWorkerOptions) {
    const { cluster, devices: count, collectives, bucketMegabytes, compression = "none", ...more } = options;
    const { timeoutSeconds = 60, ...chosen } = more;
    const { members, task, listenOn } = cluster;
    if (tensorFlowRuns()) {
      throw new Error(
        "TensorFlow runs already, and cannot join a cluster any more: make the strategy before the first tensor.",
      );
    }
    if ((chosen.device ?? installation().device) === "cpu") {
      configureTensorFlow(threadsOf(count ?? 1, processesHere(cluster)));
    }
    const addresses = members.map(({ address }) => address);
    const isAlone = members.length === 1;
    configureTensorFlow({
      ...chosen,
      logicalDevices: count,
      ...(isAlone ? {} : { cluster: { addresses, task, listenOn } }),
    });
    this.devices = chooseDevices(deviceNames(), count, chosen.device);
    this.communication = {
      ...communicationOf(this.devices, collectives, bucketMegabytes, members.length),
      compression,
    };
    const namesOf = (worker: number) => this.devices.map((name) => `${isAlone ? "" : taskName(worker)}/device:${name}`);
    const ring = {
      ...this.communication,
      partBytes: PART_BYTES,
      timeoutSeconds: TIMEOUTS_OF_ALL_REDUCE * timeoutSeconds,
    };
    this.group = { ...ring, devices: members.flatMap((_, worker) => namesOf(worker)) };
    this.mirrors = new Mirrors(namesOf(task));
    const oneDeviceEach: CollectiveGroup = { ...ring, devices: members.map((_, worker) => namesOf(worker)[0]) };
    this.task = task;
    const exchangeAll = (description: Description) => exchange(description, oneDeviceEach, task);
    if (!isAlone) this.team = new Team(cluster, timeoutSeconds, exchangeAll);
  }

  get replicas(): number {
    return this.group.devices.length;
  }

  /** The number of this process's first replica among all. */
  private get firstReplica(): number {
    return this.task * this.devices.length;
  }

  capture<S extends unknown[], R>(
    step: ReplicaStep<S, R>,
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<[batch: Batch, ...shared: S], R> {
    const { mirrors, group, firstReplica, team } = this;
    const split = (batch: Batch, ...shared: S) => replicaArguments(batch, this.sharesHere(batch.images), shared);
    const explain = (error: Error): Error => team?.explain(error) ?? error;
    const replicas = { devices: mirrors.devices, mirrors, group, firstReplica, explain };
    return captureReplicas(step, split, { name: step.name, ...options, ...replicas });
  }

  private sharesHere(globalImages: number) {
    return sharesOf(globalImages, this.replicas).slice(this.firstReplica, this.firstReplica + this.devices.length);
  }

  rowsOf(globalImages: number): [number, number] {
    return rowsOfReplicas(sharesOf(globalImages, this.replicas), this.firstReplica, this.devices.length);
  }

  checkReplicas(variables: readonly { name: string; variable: tf.Variable }[]): void {
    refuseUnlike(variables, this.mirrors, this.devices);
    const [chief, ...others] = this.team?.exchange(digestsOf(variables)) ?? [{}];
    others.forEach((other, index) => {
      const unlike = variables.find(({ name }) => other[name] !== chief[name]);
      if (unlike) throw driftedApart(unlike.name, "task 0", `task ${index + 1}`);
    });
  }

  dispose(): void {
    this.mirrors.dispose();
    void this.team?.leave();
  }
}
