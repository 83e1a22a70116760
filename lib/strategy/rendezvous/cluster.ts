/** One of the processes that train together: usually one a node. */
export interface Member {
  /** The node's name, for messages and records. */
  host: string;
  /** Where its TensorFlow listens, as `host:port`. */
  address: string;
}

/** The processes that train together, of which this is one. */
export interface Cluster {
  /** One a task; the first one is the chief, which writes the run's record and checkpoints. */
  members: Member[];
  /** Which of them this process is, from 0. */
  task: number;
  /** The IPv4 address on which this process's TensorFlow listens. */
  listenOn: string;
  /** Where this was learnt. */
  source: "TF_CONFIG" | "slurm" | "alone";
}

/** A member in a message: `task 2 (node3, 10.0.0.3:41234)`. */
export function describeTask(members: readonly Member[], task: number): string {
  const { host, address } = members[task];
  return `task ${task} (${address.startsWith(`${host}:`) ? "" : `${host}, `}${address})`;
}
