import { networkInterfaces, type NetworkInterfaceInfo } from "node:os";
import type { Cluster } from "./cluster";
import { expandHostList } from "../../slurm/host-list";
import { meet } from "./rendezvous";
import { ipv4Of } from "./tf-config";

/** The environment variables that `srun` sets for each of its tasks, and some of the workbook's own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether this process is one of several that `srun` has started. */
export function isSlurmTask(environment: Environment): boolean {
  return (
    environment.SLURM_PROCID !== undefined && Number(environment.SLURM_STEP_NUM_TASKS ?? environment.SLURM_NTASKS) > 1
  );
}

/**
 * The cluster of a Slurm job step: one member a task, the chief is task 0, and every task chooses a port that is free on its node.
 * `WORKBOOK_NETWORK_INTERFACE` names the network to use where nodes have several, for example `ib0`. `WORKBOOK_MEETING` is what only
 * the job knows, so that nobody else on its nodes takes part; a job's script draws it.
 * @throws one line when Slurm's variables cannot be read, or tasks do not come in time.
 */
export async function clusterOfSlurm(environment: Environment, timeoutSeconds: number): Promise<Cluster> {
  const tasks = whole(
    environment,
    environment.SLURM_STEP_NUM_TASKS === undefined ? "SLURM_NTASKS" : "SLURM_STEP_NUM_TASKS",
  );
  const task = whole(environment, "SLURM_PROCID");
  const hosts = expandHostList(environment.SLURM_STEP_NODELIST ?? environment.SLURM_JOB_NODELIST ?? "");
  const nodeId = Number(environment.SLURM_NODEID ?? 0);
  const host = environment.SLURMD_NODENAME ?? hosts[nodeId] ?? hosts[0];
  const hostAddress = await ownAddress(host, hosts.length === 1);
  const network = environment.WORKBOOK_NETWORK_INTERFACE;
  const listenOn = network ? addressOf(network, host) : hostAddress;
  const job = [environment.SLURM_JOB_ID, environment.SLURM_STEP_ID, environment.SLURM_RESTART_COUNT ?? 0].join(".");
  const secret = environment.WORKBOOK_MEETING ?? "";
  const members = await meet({
    ...{ job, secret, task, tasks, timeoutSeconds },
    ...{ chiefHost: hosts[0], host, hostAddress, listenOn },
  });
  return { members, task, listenOn, source: "slurm" };
}

function whole(environment: Environment, name: string): number {
  const value = Number(environment[name]);
  if (environment[name] !== undefined && Number.isInteger(value) && value >= 0) return value;
  throw new Error(
    `${name} is ${environment[name] ?? "not set"}, but Slurm sets it to a whole number: start with srun.`,
  );
}

/** By which the other nodes know this one. */
async function ownAddress(host: string, alone: boolean): Promise<string> {
  const address = await ipv4Of(host);
  // Debian's /etc/hosts gives a machine's own name an address of the loopback, by which no other node finds it.
  if (alone || !address.startsWith("127.")) return address;
  const [outside] = Object.values(networkInterfaces()).flatMap((each = []) => each.filter(isOutside));
  if (outside !== undefined) return outside.address;
  throw new Error(`${host} has no IPv4 address but the loopback's, so no other node can reach it.`);
}

const isOutside = ({ family, internal }: NetworkInterfaceInfo): boolean => family === "IPv4" && !internal;

function addressOf(name: string, host: string): string {
  const interfaces = networkInterfaces();
  const found = interfaces[name]?.find(({ family }) => family === "IPv4");
  if (found) return found.address;
  const there = Object.keys(interfaces).join(", ");
  throw new Error(
    `${host} has no network interface "${name}" with an IPv4 address: WORKBOOK_NETWORK_INTERFACE can be one of ${there}.`,
  );
}
