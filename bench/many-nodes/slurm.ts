import type { LocalCluster } from "../../lib/cluster";
import type { WorkerCommand } from "../workers/worker";

/**
 * A worker on each of the first nodes of a cluster, as a Slurm job. `srun` forwards the driver's requests to the workers.
 * @param options More options of `srun`.
 */
export function onNodes(
  cluster: Pick<LocalCluster, "command">,
  nodes: number,
  { command, env }: WorkerCommand,
  options: string[] = [],
): WorkerCommand {
  const which = [`--nodes=${nodes}`, "--ntasks-per-node=1", `--nodelist=${names(nodes).join(",")}`];
  const how = ["--quiet", "--label", "--kill-on-bad-exit=1", ...options];
  const job = cluster.command("srun", [...which, ...how, ...command]);
  return { command: [job.file, ...job.args], env: { ...env, ...job.env }, tasks: nodes };
}

/** The address on which each node's worker may listen; each contender has a port of its own. */
export const addressesOn = (nodes: number, port: number): string[] => names(nodes).map((name) => `${name}:${port}`);

const names = (nodes: number): string[] => Array.from({ length: nodes }, (_, index) => `node${index + 1}`);
