import { execute } from "../system/execute";
import { textTable } from "../system/text-table";
import { clusterOf, isUp, readState } from "./folder";

/** A user's server: a job that waits or runs. */
export interface ServerStatus {
  user: string;
  job: string;
  /** Slurm's word: PENDING, RUNNING, ... */
  state: string;
  /** Its node, or in parentheses the reason why it waits. */
  where: string;
  /** The time that it has run, and the time that is left to it, as days-hours:minutes:seconds. */
  time: string;
  left: string;
}

/** The state of a hub and of its users' servers. */
export interface HubStatus {
  address: string;
  /** Whether all its processes run. */
  up: boolean;
  servers: ServerStatus[];
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
  const columns = ["--noheader", `--name=${serverJobs}`, "--format=%u|%i|%T|%R|%M|%L"];
  const rows = (await execute(cluster.command("squeue", columns))).split("\n").filter(Boolean);
  return {
    address,
    up: isUp(state),
    servers: rows.map((row) => {
      const [user, job, status, where, time, left] = row.split("|");
      return { user, job, state: status, where, time, left };
    }),
  };
}

/** A hub's status as text: a line about the hub, and a line for each server. */
export function hubStatusText(status?: HubStatus): string {
  if (status === undefined) return "No hub is up.";
  const { address, up, servers } = status;
  return [
    up ? `The hub is up at ${address}.` : `The hub at ${address} was killed: clear up with ./workbook hub down.`,
    servers.length === 0 ? "No user has a server." : "Users with servers:",
    ...textTable(
      servers.map(({ user, job, state, where, time, left }) => [
        user,
        `job ${job}`,
        state,
        where,
        `${time} (${left} left)`,
      ]),
    ).map((line) => `  ${line}`),
  ].join("\n");
}
