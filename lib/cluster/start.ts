import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { bringUp } from "./bring-up";
import { searchPath } from "../system/packages";
import { heads, initScript, unshareFlags } from "./enter";
import { lastLines } from "../system/execute";
import { LocalCluster } from "./local-cluster";
import { completeOptions, type ClusterOptions } from "./options";
import { whyNoCluster } from "./packages";

/** How to start a local cluster. */
export interface StartOptions extends ClusterOptions {
  /** Whether it stays up when this process ends, until somebody takes it down. Default false: it ends with this process. */
  stay?: boolean;
  /** Seconds until all nodes must be idle. Default 30. */
  timeout?: number;
}

/**
 * Starts a Slurm cluster on this machine: a slurmctld on a head node and a slurmd on each node, all in namespaces of
 * their own, joined by shaped links. Everything of it, files too, ends with the first process of its head.
 * @throws where this machine cannot have one ({@link whyNoCluster}), where one with this name is up, and, with the last
 * lines of its log, where it does not come up in time
 */
export async function startCluster({ stay = false, timeout = 30, ...given }: StartOptions = {}): Promise<LocalCluster> {
  const options = completeOptions(given);
  const reason = whyNoCluster();
  if (reason !== undefined) throw new Error(reason);
  const release = await claim(options.name);
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

/** Holds a name while its cluster starts, with a socket that has no file and goes with this process. */
async function claim(name: string): Promise<() => void> {
  const server = createServer();
  server.listen(`\0parallel-training-cluster-${name}`);
  try {
    await once(server, "listening");
  } catch {
    throw new Error(`A cluster named ${name} is being started already: wait for it, or choose another name.`);
  }
  const release = () => void server.close();
  if (!heads().has(name)) return release;
  release();
  throw new Error(`A cluster named ${name} is up already: use it, take it down first, or choose another name.`);
}

interface Head {
  /** Process id of its first process. */
  head: number;
  /** Lets it outlive this process. */
  letStay(): void;
}

async function startHead(name: string): Promise<Head> {
  const { execa } = await import("execa");
  // In a session of its own, so that Ctrl-C in a terminal does not reach it. It ends with its standard input instead,
  // also when this process is killed, unless it was told to stay.
  const started = execa("unshare", [...unshareFlags, "bash", initScript, "head", name], {
    env: { PATH: searchPath },
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
  // None of this keeps the process from ending.
  started.unref();
  for (const stream of [started.stdin, started.stdout, started.stderr]) (stream as Socket).unref();
  return {
    head: Number(first[0]),
    letStay: () => void started.stdin.end("stay\n"),
  };
}
