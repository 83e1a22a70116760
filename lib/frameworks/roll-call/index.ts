import { freePort } from "../../system/free-port";
import type { Cluster } from "../../strategy";
import { callAsChief } from "./chief";
import { answerChief } from "./member";
import type { RollCall } from "./roll-call";
import { Wire } from "./wire";

// Frameworks notice the end of one of their processes late, differently, or never, and none says which it was. The workbook's
// processes that start them therefore stay connected: all to the chief's.

/**
 * Connects this process with the others of the cluster.
 * @param secret Known only to the processes of the training. It is never sent.
 * @throws one line that names the tasks that did not come in time.
 */
export async function callTheRoll(cluster: Cluster, secret: string, timeoutSeconds: number): Promise<RollCall> {
  const own = `${cluster.listenOn}:${await freePort(cluster.listenOn)}`;
  if (cluster.members.length === 1) return alone(own);
  const wire = new Wire(cluster, secret, timeoutSeconds);
  return cluster.task === 0 ? callAsChief(cluster, wire, own) : answerChief(cluster, wire, own);
}

/** One process is all, and nobody can be lost. */
function alone(own: string): RollCall {
  const nothing = async (): Promise<void> => undefined;
  return {
    addresses: [own],
    lost: new Promise(() => undefined),
    gather: async (values) => [values],
    fail: nothing,
    done: nothing,
  };
}
