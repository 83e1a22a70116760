import { z } from "zod";
import { siteCluster, siteSettings } from "./site";
import { localCluster } from "../slurm/client";
import { partitions, usable } from "../slurm/partitions";

/** The schema of the nodes at hand, in every file that keeps them. */
export const nodesAtHandSchema = z.object({
  /** A site's cluster, the local cluster, or processes of this machine that talk through its loopback. */
  kind: z.enum(["slurm", "local-cluster", "loopback"]),
  /** The number of nodes, or of processes. */
  nodes: z.number().int().min(1),
  /** The rate of each node's link on the local cluster: `1gbit`. */
  rate: z.string().optional(),
});

/** The nodes on which programs for several nodes can run here. */
export type NodesAtHand = z.infer<typeof nodesAtHandSchema>;

/** The number of processes without a cluster: as many as a small cluster has nodes. */
const loopbackWorkers = 3;

/**
 * The nodes at hand now: the local cluster if one is up, else the cluster of this machine, else this machine alone. A cluster of one
 * node has none to train together, so it counts as this machine alone.
 */
export async function currentNodes(): Promise<NodesAtHand> {
  const nodes = await clusterNodes();
  return nodes && nodes.nodes > 1 ? nodes : { kind: "loopback", nodes: loopbackWorkers };
}

/** The nodes of the local cluster if one is up, else of the cluster of this machine; undefined without Slurm. */
export async function clusterNodes(): Promise<NodesAtHand | undefined> {
  const cluster = localCluster();
  if (cluster) return { kind: "local-cluster", nodes: cluster.nodes, rate: cluster.rate };
  const groups = await partitions(siteCluster()).catch(() => undefined);
  if (!groups) return undefined;
  const { partition } = siteSettings();
  const nodes = Math.max(...[partition.cpu, partition.gpu].map((name) => usable(groups, name).nodes));
  return { kind: "slurm", nodes };
}
