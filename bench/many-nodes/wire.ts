import type { LocalCluster } from "../../lib/cluster";
import { node, type Contender } from "../turns/contender";
import type { Collective, TransferPlan } from "../workers/protocol";
import { onNodes } from "./slurm";

/**
 * The wire itself between the nodes of a local cluster: a step moves as many bytes over plain TCP as a collective must.
 * @param addresses On which each node's worker may listen.
 * @param bytes Those of the tensors on each node.
 */
export function wireOf(
  cluster: Pick<LocalCluster, "command">,
  addresses: string[],
  bytes: number,
  collective: Collective,
): Contender<TransferPlan> {
  return {
    name: "wire",
    plan: { collective, addresses, bytes, warmUpSteps: 1 },
    command: async () => onNodes(cluster, addresses.length, await node("stream")()),
  };
}
