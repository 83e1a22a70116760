import { freePort } from "../../../../lib/system/free-port";
import type { Cluster } from "../../../../lib/strategy";
import { callAsChief } from "./chief";
import { answerChief } from "./member";
import type { RollCall } from "./roll-call";
import { Wire } from "./wire";

// Frameworks notice the end of one of their processes late, differently, or never, and none says which it was. The workbook's
// processes that start them therefore stay connected: all to the chief's.

/**
 * Connects this process with the others of the cluster.
 * @param secret Known only to the processes of the training. It is never sent. Without one, anybody could pass for a process.
 * @throws one line that names the tasks that did not come in time, or asks for a secret.
 */
export async function callTheRoll(cluster: Cluster, secret: string, timeoutSeconds: number): Promise<RollCall> {
  const own = `${cluster.listenOn}:${await freePort(cluster.listenOn)}`;
  if (cluster.members.length === 1) return alone(own);
  if (secret === "") {
    throw new Error(
      `These ${cluster.members.length} processes have no secret by which they know each other: set WORKBOOK_MEETING to the same random ` +
        "word in all of them, for example by `export WORKBOOK_MEETING=$(openssl rand -hex 16)` before srun.",
    );
  }
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
