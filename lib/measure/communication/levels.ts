import { allReduceSeconds } from "./all-reduce";

/** The link of one level: within a node, or between nodes. */
export interface LevelLink {
  /**
   * Bytes of data a second in one direction. Within a node, those of a device. Between nodes, those of a node: all its network
   * cards together.
   */
  bytesPerSecond: number;
  /** Seconds from one device or node to the next, whatever the bytes. Default: {@link ncclHops}. */
  hopSeconds?: Hops;
}

/** Seconds of one hop, by the way in which an all-reduce goes. */
export interface Hops {
  ring: number;
  tree: number;
}

/** The links of a cluster. */
export interface Links {
  inside: LevelLink;
  between: LevelLink;
}

/**
 * Seconds of a hop on NVLink and through a network card. They are the constants by which NVIDIA's NCCL chooses between ring and
 * tree (`hwLat` in src/graph/tuning.cc, protocol LL128, commit 01afd20). NCCL has measured them; a network of another kind differs.
 */
export const ncclHops = {
  inside: { ring: 1.9e-6, tree: 1.2e-6 },
  between: { ring: 4e-6, tree: 8.5e-6 },
} as const satisfies Record<keyof Links, Hops>;

/** Devices in nodes, and what each of them holds. */
export interface LevelsPlan {
  devices: number;
  /** All nodes have as many. */
  devicesPerNode: number;
  /** The data on each device, for example its gradients; see `gradientBytes`. */
  bytes: number;
  links: Links;
}

/** The time of an all-reduce in two levels, in seconds. */
export interface LevelsSeconds {
  /** Adding up within each node before, and spreading the sums after. */
  insideSeconds: number;
  betweenSeconds: number;
  seconds: number;
  /** The faster way between nodes; missing on one node. */
  between?: keyof Hops;
}

/**
 * Seconds of an all-reduce in two levels, if nothing else uses the links. The devices of each node add up their data, each a part
 * of it; the nodes all-reduce these sums, by ring or by tree, whichever is faster; the devices of each node spread the result.
 *
 *     inside = 2 (d - 1) / d x bytes / rate + 2 (d - 1) x hop
 *     ring   = 2 (n - 1) / n x bytes / rate + 2 (n - 1) x hop
 *     tree   = 2             x bytes / rate + 2 log2(n) x hop
 *
 * for n nodes of d devices. A ring sends the fewest bytes, and its hops grow with the nodes. A tree sends the bytes up and down
 * once, and its hops grow with the logarithm. Sources: Thakur, Rabenseifner and Gropp, Optimization of collective communication
 * operations in MPICH, IJHPCA 19 (1), 2005, for the ring; P. Sanders, J. Speck and J. Träff, Two-tree algorithms for full bandwidth
 * broadcast, reduction and scan, Parallel Computing 35 (12), 2009, for the tree, which NCCL uses.
 * @throws one line when the devices do not fill whole nodes, or a number is out of range.
 */
export function levelsAllReduce({ devices, devicesPerNode, bytes, links }: LevelsPlan): LevelsSeconds {
  const nodes = nodesFor(devices, devicesPerNode);
  if (!(bytes >= 0)) throw new Error(`An all-reduce of ${bytes} bytes cannot be timed: give a number from 0.`);
  for (const [level, { bytesPerSecond }] of Object.entries(links) as [keyof Links, LevelLink][]) {
    if (!(bytesPerSecond > 0)) {
      const where = level === "inside" ? "within a node" : "between nodes";
      throw new Error(`A link ${where} of ${bytesPerSecond} bytes/s carries nothing: give a rate above 0.`);
    }
  }
  const [inside, between] = [withHops(links, "inside"), withHops(links, "between")];
  const within = ringSeconds(devicesPerNode, bytes, inside);
  if (nodes === 1) return { insideSeconds: within, betweenSeconds: 0, seconds: within };
  const [byRing, byTree] = [ringSeconds(nodes, bytes, between), treeSeconds(nodes, bytes, between)];
  const betweenSeconds = Math.min(byRing, byTree);
  return {
    insideSeconds: within,
    betweenSeconds,
    seconds: within + betweenSeconds,
    between: byTree < byRing ? "tree" : "ring",
  };
}

/**
 * The nodes of so many devices.
 * @throws one line unless both are whole numbers from 1 and the devices fill whole nodes.
 */
export function nodesFor(devices: number, devicesPerNode: number): number {
  for (const [name, value] of Object.entries({ devices, devicesPerNode })) {
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`${name} is ${value}: devices are counted with whole numbers from 1.`);
  }
  if (devices % devicesPerNode === 0) return devices / devicesPerNode;
  throw new Error(
    `${devices} devices do not fill nodes of ${devicesPerNode}: choose a multiple of ${devicesPerNode}, or other nodes.`,
  );
}

function withHops(links: Links, level: keyof Links): Required<LevelLink> {
  return { hopSeconds: ncclHops[level], ...links[level] };
}

/** The formula's ring in one level. @param link With the seconds of a hop. */
export function ringSeconds(count: number, bytes: number, { bytesPerSecond, hopSeconds }: Required<LevelLink>): number {
  return allReduceSeconds(count, bytes, { bytesPerSecond, latencySeconds: 2 * (count - 1) * hopSeconds.ring });
}

/** The formula's tree in one level, see {@link levelsAllReduce}. */
export function treeSeconds(count: number, bytes: number, { bytesPerSecond, hopSeconds }: Required<LevelLink>): number {
  return (2 * bytes) / bytesPerSecond + 2 * Math.log2(count) * hopSeconds.tree;
}
