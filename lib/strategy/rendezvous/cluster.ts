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
 * @param remedy The end of the message.
 * @param places What is compared. Default: the addresses as they are written.
 * @throws one line that names them.
 */
export function refuseSharedAddress(
  members: readonly Member[],
  remedy: string,
  places = members.map(({ address }) => address),
): void {
  const second = places.findIndex((place, index) => places.indexOf(place) < index);
  if (second < 0) return;
  const first = places.indexOf(places[second]);
  const names = [...new Set([members[first].address, members[second].address])].join(" and ");
  throw new Error(`Tasks ${first} and ${second} have the same address, ${names}: ${remedy}.`);
}

/**
 * How long to wait for the other processes at the start, in seconds. However soon the loss of a process must be known, it may take a
 * minute to start: TensorFlow loads slowly on a busy node.
 */
export const joinSecondsOf = (timeoutSeconds: number): number => Math.max(60, timeoutSeconds);
