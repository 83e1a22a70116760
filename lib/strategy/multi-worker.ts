import { configureTensorFlow, deviceNames, installation } from "../tensorflow/engine";
import { taskName, tensorFlowRuns, type CollectiveGroup } from "../tensorflow/engine";
import { processesOnSameCores, useNetworkOf, type Cluster } from "./rendezvous";
import { communicationOf, PART_BYTES } from "./communication";
import { CopiesStrategy } from "./copies";
import { chooseDevices, threadsOf } from "./devices";
import { exchange } from "./exchange";
import type { MirroredOptions } from "./mirrored";
import type { Communication, Placement } from "./strategy";
import { Team, type Description } from "./team";

/** How to spread training over the devices of several machines. All processes have equally many devices. */
export interface MultiWorkerOptions extends MirroredOptions {
  /** This process and the others, as `resolveCluster` returns them. */
  cluster: Cluster;
  /** How soon after the loss of another process this one ends with an error, in seconds. Default 60. */
  timeoutSeconds?: number;
  /** How long a step may take, in seconds, before it is given up although every process answers. Default: 20 times the time-out. */
  mostStepSeconds?: number;
}

// When a process is lost, `PeerWatch` ends the all-reduce within the timeout. When all answer, but one does nothing, a step is given up
// after this many timeouts.
const TIMEOUTS_OF_STEP = 20;

/**
 * Several processes, usually one on each node, with one or more devices each. It works like `MirroredStrategy`, but adds up
 * gradients over all devices of all processes. Every process runs the same program; each batch is divided among all replicas.
 */
export class MultiWorkerMirroredStrategy extends CopiesStrategy {
  readonly name = "multi-worker";
  override readonly communication: Communication & Required<Pick<Communication, "compression">>;
  readonly devices: string[];
  declare readonly team?: Team;
  readonly placement: Required<Placement>;

  /**
   * Starts TensorFlow, and with it the server by which the processes communicate.
   * @throws one line when TensorFlow runs already, the port is taken, or there are fewer devices than `options.devices`.
   */
  constructor(options: MultiWorkerOptions) {
    super();
    const { cluster, devices: count, collectives, bucketMegabytes, compression = "none", ...more } = options;
    const { timeoutSeconds = 60, mostStepSeconds = TIMEOUTS_OF_STEP * timeoutSeconds, ...chosen } = more;
    const { members, task, listenOn } = cluster;
    if (tensorFlowRuns()) {
      throw new Error(
        "TensorFlow runs already, and cannot join a cluster any more: make the strategy before the first tensor.",
      );
    }
    if ((chosen.device ?? installation().device) === "cpu") {
      configureTensorFlow(threadsOf(count ?? 1, processesOnSameCores(cluster)));
    }
    if (members.length > 1) useNetworkOf(listenOn);
    const addresses = members.map(({ address }) => address);
    const isAlone = members.length === 1;
    configureTensorFlow({
      ...chosen,
      logicalDevices: count,
      gpus: count ?? Infinity,
      ...(isAlone ? {} : { cluster: { addresses, task, listenOn } }),
    });
    this.devices = chooseDevices(deviceNames(), count, chosen.device);
    const chosenCommunication = { collectives, bucketMegabytes, compression };
    this.communication = { ...communicationOf(this.devices, chosenCommunication, members.length), compression };
    const namesOf = (worker: number) => this.devices.map((name) => `${isAlone ? "" : taskName(worker)}/device:${name}`);
    const ring = { ...this.communication, partBytes: PART_BYTES };
    this.placement = {
      devices: namesOf(task),
      firstReplica: task * this.devices.length,
      group: { ...ring, devices: members.flatMap((_, worker) => namesOf(worker)) },
      explain: (error) => this.team?.explain(error) ?? error,
      watch: { stepBegins: () => this.team?.watch.stepBegins(), stepEnds: () => this.team?.watch.stepEnds() },
    };
    const oneDeviceEach: CollectiveGroup = { ...ring, devices: members.map((_, worker) => namesOf(worker)[0]) };
    const exchangeAll = (description: Description) => exchange(description, oneDeviceEach, task);
    if (!isAlone) this.team = new Team(cluster, { timeoutSeconds, mostStepSeconds }, exchangeAll);
  }
}
