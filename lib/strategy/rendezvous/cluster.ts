/** One of the processes that train together, usually one on each node. */
export interface Member {
  /** The node's name, for messages and records. */
  host: string;
  /** The address on which its TensorFlow listens, as `host:port`. */
  address: string;
}

/** This process and the others that train with it. */
export interface Cluster {
  /** One member for each task. The first one is the chief, which writes the run's record and checkpoints. */
  members: Member[];
  /** This process's index in `members`. */
  task: number;
  /** The IPv4 address on which this process's TensorFlow listens. */
  listenOn: string;
  /** Where the cluster was read from. */
  source: "TF_CONFIG" | "slurm" | "alone";
}

/** A member as messages name it: `task 2 (node3, 10.0.0.3:41234)`. */
export function describeTask(members: readonly Member[], task: number): string {
  const { host, address } = members[task];
  return `task ${task} (${address.startsWith(`${host}:`) ? "" : `${host}, `}${address})`;
}

/** The number of processes that share this one's cores, itself included. Slurm gives each process cores of its own. */
export function processesOnSameCores({ members, task, source }: Cluster): number {
  return source === "TF_CONFIG" ? members.filter(({ host }) => host === members[task].host).length : 1;
}

/**
 * Refuses a cluster in which two tasks have one address. The system lets both listen there, each would be taken for the other, and
 * TensorFlow's servers would ask each other without an end, and take all memory.
 * @throws one line that names them.
 */
export function refuseSharedAddress({ members, source }: Pick<Cluster, "members" | "source">): void {
  const addresses = members.map(({ address }) => address);
  const second = addresses.findIndex((address, index) => addresses.indexOf(address) < index);
  if (second < 0) return;
  const [address, first] = [addresses[second], addresses.indexOf(addresses[second])];
  const remedy = source === "TF_CONFIG" ? "give each its own in TF_CONFIG" : "start the job again";
  throw new Error(`Tasks ${first} and ${second} have the same address, ${address}: ${remedy}.`);
}
