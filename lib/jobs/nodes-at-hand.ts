import { siteSettings } from "./site";
import { localCluster } from "../slurm/client";
import { partitions, usable } from "../slurm/partitions";

/** The nodes on which programs for several nodes can run here. */
export interface NodesAtHand {
  /** A site's cluster, the local cluster, or processes of this machine that talk through its loopback. */
  kind: "slurm" | "local-cluster" | "loopback";
  /** The number of nodes, or of processes. */
  nodes: number;
  /** The rate of each node's link on the local cluster: `1gbit`. */
  rate?: string;
}

/** The number of processes without a cluster: as many as a small cluster has nodes. */
const loopbackWorkers = 3;

/** The local cluster where one is up, else the cluster that this machine belongs to, else this machine alone. */
export async function nodesAtHand(): Promise<NodesAtHand> {
  const cluster = localCluster();
  if (cluster) return { kind: "local-cluster", nodes: cluster.nodes, rate: cluster.rate };
  const groups = await partitions().catch(() => undefined);
  if (!groups) return { kind: "loopback", nodes: loopbackWorkers };
  const { partition } = siteSettings();
  return {
    kind: "slurm",
    nodes: Math.max(...[partition.cpu, partition.gpu].map((name) => usable(groups, name).nodes)),
  };
}
