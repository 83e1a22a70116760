import { rmSync } from "node:fs";
import type { LocalCluster } from "../cluster";
import { execute } from "../system/execute";
import { stillRuns } from "../system/process";
import { removeTestAccounts, testAccounts } from "./accounts";
import { clusterOf, readState, removeState } from "./folder";
import { serverJobs } from "./status";
import { childrenOf, end, untilEnded } from "./processes";

/**
 * Ends a hub, also what one that was killed has left: users' servers, the hub and its proxy, the relay, test accounts with
 * their files. Where there were test accounts, its folder goes too; else what a next hub can use stays.
 * @returns whether there was something to end
 */
export async function stopHub(folder: string): Promise<boolean> {
  const state = readState(folder);
  const hadAccounts = testAccounts(folder).length > 0;
  if (state !== undefined) {
    // The hub, which came last, ends users' servers and its proxy.
    const hub = state.processes.slice(-1).filter(stillRuns);
    const others = [...hub.flatMap(({ pid }) => childrenOf(pid)), ...state.processes];
    await end(hub, 30);
    // What entered the cluster ends before what let it in, which takes note of that. Else the machine's first process must,
    // and where it does not, as in many containers, the cluster waits for ever.
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
