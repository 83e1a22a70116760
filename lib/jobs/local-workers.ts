import { freePort } from "../system/free-port";
import { runProgram, type ArgumentValues } from "./run-program";

const LOOPBACK = "127.0.0.1";

/**
 * Runs a chapter's program as several processes on this machine that train together, as `srun` would on several nodes; they
 * send each other data through memory. The first one's lines are printed as they come.
 * @param workers The number of processes.
 * @param environment Added to this process's environment, in all of them.
 * @throws one line when one of them ends with an error.
 */
export async function runWorkers(
  program: string,
  values: ArgumentValues,
  { workers, environment }: { workers: number; environment: Record<string, string> },
): Promise<void> {
  const ports = new Set<number>(); // a port that was free a moment ago may be found once more
  while (ports.size < workers) ports.add(await freePort(LOOPBACK));
  const addresses = Array.from(ports, (port) => `${LOOPBACK}:${port}`);
  const runs = addresses.map((_, index) => {
    const config = { cluster: { worker: addresses }, task: { type: "worker", index } };
    const print = index === 0 ? console.log : () => undefined;
    return runProgram(program, values, { ...environment, TF_CONFIG: JSON.stringify(config) }, print);
  });
  const failures = (await Promise.allSettled(runs)).flatMap((run) =>
    run.status === "rejected" ? [(run.reason as Error).message] : [],
  );
  // When one ends with an error, the others fail, too, because it does not answer any more: its own error is the cause.
  const cause = failures.find((failure) => !failure.includes("not answer any more"));
  if (failures.length > 0) throw new Error(cause ?? failures[0]);
}
