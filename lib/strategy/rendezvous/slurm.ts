import { networkInterfaces, type NetworkInterfaceInfo } from "node:os";
import type { Cluster } from "./cluster";
import { expandHostList } from "../../slurm/host-list";
import { meet } from "./rendezvous";
import { ipv4Of } from "./tf-config";

/** Environment variables: those that `srun` sets for each of its tasks, and a few of the workbook's own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether `srun` started this process as one of several tasks. */
export function isSlurmTask(environment: Environment): boolean {
  return environment.SLURM_PROCID !== undefined && Number(environment.SLURM_STEP_NUM_TASKS) > 1;
}

/**
 * The number of processes that this process's Slurm job is meant for, if there are several and `srun` started none of them: in a job
 * script, a terminal or a notebook there is only this one, although Slurm gives it a number, too.
 */
export function processesWithoutSrun(environment: Environment): number | undefined {
  if (environment.SLURM_JOB_ID === undefined || environment.SLURM_STEP_NUM_TASKS !== undefined) return undefined;
  const counts = [environment.SLURM_NTASKS, environment.SLURM_JOB_NUM_NODES].map((count) => Number(count ?? 1));
  const most = Math.max(...counts);
  return most > 1 ? most : undefined;
}

/**
 * The cluster of a Slurm job step. Each task is a member, task 0 is the chief, and every task chooses a port that is free on
 * its node. `WORKBOOK_NETWORK_INTERFACE` names the network to use where nodes have several, for example `ib0`.
 * `WORKBOOK_MEETING` is a secret of the job, drawn by its script, so that nobody else on its nodes can take part.
 * @throws one line when Slurm's variables cannot be read, or tasks do not come in time.
 */
export async function clusterOfSlurm(environment: Environment, timeoutSeconds: number): Promise<Cluster> {
  const tasks = wholeNumber(environment, "SLURM_STEP_NUM_TASKS");
  const task = wholeNumber(environment, "SLURM_PROCID");
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

function wholeNumber(environment: Environment, name: string): number {
  const value = Number(environment[name]);
  if (environment[name] !== undefined && Number.isInteger(value) && value >= 0) return value;
  throw new Error(
    `${name} is ${environment[name] ?? "not set"}, but Slurm sets it to a whole number: start with srun.`,
  );
}

/** The address by which other nodes reach this one. */
async function ownAddress(host: string, isOnlyNode: boolean): Promise<string> {
  const address = await ipv4Of(host);
  // Debian's /etc/hosts maps a machine's own name to the loopback, where no other node can reach it.
  if (isOnlyNode || !address.startsWith("127.")) return address;
  const [external] = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.filter(isExternal));
  if (external !== undefined) return external.address;
  throw new Error(`${host} has no IPv4 address but the loopback's, so no other node can reach it.`);
}

const isExternal = ({ family, internal }: NetworkInterfaceInfo): boolean => family === "IPv4" && !internal;

function addressOf(name: string, host: string): string {
  const interfaces = networkInterfaces();
  const ipv4 = interfaces[name]?.find(({ family }) => family === "IPv4");
  if (ipv4) return ipv4.address;
  const names = Object.keys(interfaces).join(", ");
  throw new Error(
    `${host} has no network interface "${name}" with an IPv4 address: WORKBOOK_NETWORK_INTERFACE can be one of ${names}.`,
  );
}
