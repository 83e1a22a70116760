import { refuseSharedAddress, type Cluster } from "./cluster";
import { meet } from "./rendezvous";
import { clusterOfSlurm, isSlurmTask, processesWithoutSrun, type Environment } from "./slurm";
import { clusterOfTfConfig } from "./tf-config";

export { interfaceOf, useNetworkOf } from "./network";
export { announce, Door, messageIn, readLines, takeLeave } from "./door";
export { describeTask, joinSecondsOf, processesOnSameCores, type Cluster, type Member } from "./cluster";
export { expandHostList } from "../../slurm/host-list";

/** How {@link resolveCluster} finds the other processes. */
export interface ResolveOptions {
  /** The environment variables to read. Default: this process's own. */
  environment?: Environment;
  /** How long to wait for the other processes, in seconds. Default 60. */
  timeoutSeconds?: number;
}

/**
 * Finds the processes that train together: those of `TF_CONFIG` if it is set, else the tasks of this process's Slurm job
 * step, else this process alone. Several processes wait until all are there.
 * @throws one line that says what is wrong, or which tasks did not come in time.
 */
export async function resolveCluster({ environment = process.env, timeoutSeconds = 60 }: ResolveOptions = {}): Promise<Cluster> {
  if (environment.TF_CONFIG) return met(await clusterOfTfConfig(environment.TF_CONFIG), environment, timeoutSeconds);
  if (isSlurmTask(environment)) {
    const cluster = await clusterOfSlurm(environment, timeoutSeconds);
    refuseSharedAddress(cluster.members, "start the job again");
    return cluster;
  }
  const expected = processesWithoutSrun(environment);
  if (expected !== undefined) {
    console.warn(
      `This Slurm job is for ${expected} processes, but srun did not start this one, so it trains alone: to start all of them, begin ` +
        "the command with srun.",
    );
  }
  return { members: [{ host: "localhost", address: "127.0.0.1:0" }], task: 0, listenOn: "127.0.0.1", source: "alone" };
} // prettier-ignore

/** The same cluster, when all its processes have come. */
async function met(cluster: Cluster, environment: Environment, timeoutSeconds: number): Promise<Cluster> {
  const { members, task, listenOn } = cluster;
  if (members.length === 1) return cluster;
  const { host } = members[task];
  const where = { chiefHost: members[0].host, host, hostAddress: listenOn, listenOn };
  const secret = environment.WORKBOOK_MEETING ?? "";
  await meet({ job: "TF_CONFIG", secret, task, tasks: members.length, ...where, timeoutSeconds, given: members });
  return cluster;
}
