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
