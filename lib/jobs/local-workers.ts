import { freePort } from "../system/free-port";
import { runProgram, type ArgumentValues } from "./run-program";

const LOOPBACK = "127.0.0.1";

/** Several processes of one program that train together on this machine. */
export interface LocalWorkers {
  workers: number;
  /** Added to this process's own environment, in all of them. */
  environment?: Record<string, string>;
}

/**
 * Runs a chapter's program as several processes on this machine that train together, as `srun` would on several nodes; what
 * they send each other goes through memory. The first one's lines are printed as they come.
 * @throws one line when one of them ends with an error.
 */
export async function runWorkers(
  program: string,
  values: ArgumentValues,
  { workers, environment = {} }: LocalWorkers,
): Promise<void> {
  const worker: string[] = [];
  while (worker.length < workers) worker.push(`${LOOPBACK}:${await freePort(LOOPBACK)}`);
  const runs = worker.map((_, index) => {
    const config = { cluster: { worker }, task: { type: "worker", index } };
    const print = index === 0 ? console.log : () => undefined;
    return runProgram(program, values, { ...environment, TF_CONFIG: JSON.stringify(config) }, print);
  });
  const failures = (await Promise.allSettled(runs)).flatMap((run) =>
    run.status === "rejected" ? [(run.reason as Error).message] : [],
  );
  // When one ends with an error of its own, the others say that it is gone.
  const own = failures.find((each) => !each.includes("not answer any more"));
  if (failures.length > 0) throw new Error(own ?? failures[0]);
}
