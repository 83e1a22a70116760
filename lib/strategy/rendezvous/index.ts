import { refuseSharedAddress, type Cluster } from "./cluster";
import { clusterOfSlurm, isSlurmTask, type Environment } from "./slurm";
import { clusterOfTfConfig } from "./tf-config";

export { interfaceOf, useNetworkOf } from "./network";
export { describeTask, processesOnSameCores, type Cluster, type Member } from "./cluster";
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
 * step, else this process alone.
 * @throws one line that says what is wrong, or which tasks did not come in time.
 */
export async function resolveCluster(options: ResolveOptions = {}): Promise<Cluster> {
  const cluster = await findCluster(options);
  refuseSharedAddress(cluster);
  return cluster;
}

async function findCluster({ environment = process.env, timeoutSeconds = 60 }: ResolveOptions): Promise<Cluster> {
  if (environment.TF_CONFIG) return clusterOfTfConfig(environment.TF_CONFIG);
  if (isSlurmTask(environment)) return clusterOfSlurm(environment, timeoutSeconds);
  return { members: [{ host: "localhost", address: "127.0.0.1:0" }], task: 0, listenOn: "127.0.0.1", source: "alone" };
}
