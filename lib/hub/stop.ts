import { rmSync } from "node:fs";
import type { LocalCluster } from "../cluster";
import { execute } from "../system/execute";
import { stillRuns } from "../system/process";
import { removeTestAccounts, testAccounts } from "./accounts";
import { clusterOf, readState, removeState } from "./folder";
import { serverJobs } from "./status";
import { childrenOf, end, untilEnded } from "./processes";

/**
 * Ends a hub, or removes what a killed one has left: users' servers, the hub and its proxy, the relay, and test accounts with
 * their files. The hub's folder goes too if there were test accounts; otherwise the next hub can use it.
 * @returns whether there was anything to end
 */
export async function stopHub(folder: string): Promise<boolean> {
  const state = readState(folder);
  const hadAccounts = testAccounts(folder).length > 0;
  if (state !== undefined) {
    // The hub, which started last, ends users' servers and its proxy.
    const hub = state.processes.slice(-1).filter(stillRuns);
    const others = [...hub.flatMap(({ pid }) => childrenOf(pid)), ...state.processes];
    await end(hub, 30);
    // A process inside the cluster ends before the nsenter that let it in, which then reaps it. Otherwise the machine's first
    // process would have to reap it, and in many containers it does not: then the cluster would never end.
    await end(
      others.flatMap(({ pid }) => childrenOf(pid)),
      2,
    );
    await untilEnded(others, 2);
    await end(others, 2);
    const cluster = clusterOf(state);
    if (cluster !== undefined) {
      await endServers(cluster);
      await cluster.hideFolders();
    }
  }
  await removeTestAccounts(folder);
  if (hadAccounts) rmSync(folder, { recursive: true, force: true });
  removeState(folder);
  return state !== undefined || hadAccounts;
}

/** Ends servers that the hub could not end. */
async function endServers(cluster: LocalCluster): Promise<void> {
  await execute(cluster.command("scancel", [`--name=${serverJobs}`])).catch(() => undefined);
}
