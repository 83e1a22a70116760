import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { LocalCluster } from "../cluster";
import { runningProcess, type ProcessIdentity } from "../system/process";
import { childrenOf } from "./processes";
import { program } from "./jupyterhub";

/**
 * Listens on an address of this machine, and starts the process that carries its connections to the same address in the
 * network of a cluster's head. That process goes on when this one ends, and ends with the cluster.
 * @throws one line where the address is taken
 */
export async function startRelay(cluster: LocalCluster, address: string, port: number): Promise<ProcessIdentity[]> {
  const server = createServer({ pauseOnConnect: true });
  server.listen(port, address);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw new Error(`The hub cannot listen at ${address}:${port}: ${error.message}.`);
    throw new Error(`Port ${port} of ${address} is taken: end what listens there, or choose another with --port.`);
  });
  const { file, args, env } = cluster.command(process.execPath);
  const relay = fork(program("relay.js"), {
    execPath: file,
    execArgv: args,
    env: { PATH: process.env.PATH, ...env },
    detached: true,
    stdio: "ignore",
  });
  try {
    relay.send({ address, port }, server);
    const [message] = (await Promise.race([once(relay, "message"), once(relay, "exit")])) as unknown[];
    if (message !== "ready") throw new Error("The hub's relay into the cluster's network did not start.");
  } finally {
    server.close();
    relay.unref();
  }
  const outer = runningProcess(relay.pid ?? 0);
  return [...(outer === undefined ? [] : [outer]), ...childrenOf(relay.pid ?? 0)];
}
