import type { Cluster } from "./cluster";
import { clusterOfSlurm, isSlurmTask, type Environment } from "./slurm";
import { clusterOfTfConfig } from "./tf-config";

export { describeTask, type Cluster, type Member } from "./cluster";
export { expandHostList } from "../../slurm/host-list";

/** How to find the other processes. */
export interface ResolveOptions {
  /** Default: this process's own. */
  environment?: Environment;
  /** How long the other processes may take to come, in seconds. Default 60. */
  timeoutSeconds?: number;
}

/**
 * The processes that train together: those of `TF_CONFIG` where it is set, else the tasks of the Slurm job step that this
 * process belongs to, else this process alone.
 * @throws one line with what is wrong, or with the tasks that did not come in time.
 */
export async function resolveCluster({
  environment = process.env,
  timeoutSeconds = 60,
}: ResolveOptions = {}): Promise<Cluster> {
  if (environment.TF_CONFIG) return clusterOfTfConfig(environment.TF_CONFIG);
  if (isSlurmTask(environment)) return clusterOfSlurm(environment, timeoutSeconds);
  return { members: [{ host: "localhost", address: "127.0.0.1:0" }], task: 0, listenOn: "127.0.0.1", source: "alone" };
}
