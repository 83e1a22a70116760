import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { bringUp } from "./bring-up";
import { clusterEnvironment, clusterHeads, initScript, unshareFlags } from "./enter";
import { lastLines } from "../system/execute";
import { LocalCluster } from "./local-cluster";
import { completeOptions, type ClusterOptions } from "./options";
import { whyNoCluster } from "./packages";

/** Options of {@link startCluster}. */
interface StartOptions extends ClusterOptions {
  /** Whether the cluster stays up after this process ends, until it is taken down. Default false. */
  stay?: boolean;
  /** Seconds until all nodes must be idle. Default 120. */
  timeout?: number;
}

/**
 * Starts a Slurm cluster on this machine: a slurmctld on a head node and a slurmd on each node, each host in namespaces of
 * its own, joined by links of a limited rate. All processes and files of the cluster end with the first process of its head.
 * @throws one line where this machine cannot have a cluster ({@link whyNoCluster}), where one with this name is up, and,
 * with the end of its log, where it does not come up in time
 */
export async function startCluster({ stay = false, timeout = 120, ...size }: StartOptions = {}): Promise<LocalCluster> {
  const options = completeOptions(size);
  const reason = whyNoCluster();
  if (reason !== undefined) throw new Error(reason);
  const release = await reserveName(options.name);
  try {
    const { head, letStay } = await startHead(options.name);
    const cluster = new LocalCluster(options.name, head);
    try {
      await bringUp(head, options, timeout);
    } catch (error) {
      await cluster.down();
      throw error;
    }
    if (stay) letStay();
    return cluster;
  } finally {
    release();
  }
}

/** Reserves a name while its cluster starts, by an abstract socket, which ends with this process. @returns what releases it. */
async function reserveName(name: string): Promise<() => void> {
  const server = createServer();
  server.listen(`\0parallel-training-cluster-${name}`);
  try {
    await once(server, "listening");
  } catch {
    throw new Error(`A cluster named ${name} is being started already: wait for it, or choose another name.`);
  }
  const release = () => void server.close();
  if (!clusterHeads().has(name)) return release;
  release();
  throw new Error(`A cluster named ${name} is up already: use it, take it down first, or choose another name.`);
}

/** Starts a cluster's head. @returns the process id of its first process, and what lets it outlive this process. */
async function startHead(name: string): Promise<{ head: number; letStay: () => void }> {
  const { execa } = await import("execa");
  // The head gets a session of its own, so that Ctrl-C in a terminal does not reach it. Unless it was told to stay, it ends
  // when its standard input closes, also when this process is killed.
  const started = execa("unshare", [...unshareFlags, "bash", initScript, "head", name], {
    env: clusterEnvironment,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: { stderr: true },
    stdin: "pipe",
  });
  const lines = createInterface(started.stdout);
  const first = await Promise.race([once(lines, "line"), started]);
  if (!Array.isArray(first)) {
    throw new Error(`The cluster's head did not start: ${lastLines(first.stderr, 2) || first.shortMessage}`);
  }
  lines.close();
  // Neither the head nor its pipes may keep this process from ending.
  started.unref();
  for (const stream of [started.stdin, started.stdout, started.stderr]) (stream as Socket).unref();
  return { head: Number(first[0]), letStay: () => void started.stdin.end("stay\n") };
}
