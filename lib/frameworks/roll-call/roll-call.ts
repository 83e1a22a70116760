import { freePort } from "../../system/free-port";
import type { Cluster } from "../../strategy";
import { callAsChief } from "./chief";
import { answerChief } from "./member";
import { Wire } from "./wire";

// Frameworks notice the end of one of their processes late, differently, or never, and none says which it was. The workbook's
// processes that start them therefore stay connected: all to the chief's.

/** The connection of a training's processes. */
export interface RollCall {
  /** The address on which each task's framework may listen, as `host:port`. */
  addresses: string[];
  /** Resolves with one line when a task has failed or does not answer any more. */
  lost: Promise<string>;
  /** Sends numbers to the chief. @returns those of all tasks, in their order, to the chief; to the others their own. */
  gather(values: number[]): Promise<number[][]>;
  /** Tells the others that this task has failed, and why. */
  fail(reason: string): Promise<void>;
  /** Tells the others that this task is done, and waits until all are. */
  done(): Promise<void>;
}

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
