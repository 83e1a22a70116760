import { queueFlags, readQueue, type QueuedJob } from "../slurm/queue";
import { execute } from "../system/execute";
import { textTable } from "../system/text-table";
import { clusterOf, isUp, readState } from "./folder";

/** The state of a hub and of its users' servers. */
interface HubStatus {
  address: string;
  /** Whether all its processes run. */
  up: boolean;
  /** Each user's server is a job that waits or runs. */
  servers: QueuedJob[];
}

/** The name of servers' jobs, the same as in server_jobs.py. */
export const serverJobs = "notebook-server";

/** The status of a hub; undefined where none is up. @throws Slurm's message where it does not answer */
export async function hubStatus(folder: string): Promise<HubStatus | undefined> {
  const state = readState(folder);
  if (state === undefined) return undefined;
  const { address } = state;
  const cluster = clusterOf(state);
  if (cluster === undefined) return { address, up: false, servers: [] };
  const servers = readQueue(await execute(cluster.command("squeue", queueFlags(serverJobs))));
  return { address, up: isUp(state), servers };
}

/** A hub's status as text: a line about the hub, and a line for each server. */
export function hubStatusText(status?: HubStatus): string {
  if (status === undefined) return "No hub is up.";
  const { address, up, servers } = status;
  return [
    up ? `The hub is up at ${address}.` : `The hub at ${address} was killed: clear up with ./workbook hub down.`,
    servers.length === 0 ? "No user has a server." : "Users with servers:",
    ...textTable(
      servers.map(({ user, id, state, where, time, left }) => [
        user,
        `job ${id}`,
        state,
        where,
        `${time} (${left} left)`,
      ]),
    ).map((line) => `  ${line}`),
  ].join("\n");
}
