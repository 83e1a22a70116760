import { join } from "node:path";
import { execa } from "execa";
import { freePort } from "../../lib/system/free-port";
import type { Task, Worker } from "./worker";

/**
 * Starts processes that compute together, each of its own loopback address: 127.0.0.1, 127.0.0.2...
 * @param file What each runs; WORKER in its environment is its own of `workers`, as JSON.
 */
export async function startWorkers(workers: readonly object[], file = join(__dirname, "worker.ts")) {
  const addresses = await Promise.all(
    workers.map(async (_, index) => {
      const host = `127.0.0.${index + 1}`;
      return `${host}:${await freePort(host)}`;
    }),
  );
  const processes = workers.map((worker, index) => {
    const config = { cluster: { worker: addresses }, task: { type: "worker", index } };
    const team = workers.length > 1 ? { TF_CONFIG: JSON.stringify(config) } : {};
    return execa(process.execPath, ["--require", join(__dirname, "built.cjs"), file], {
      env: { ...team, WORKER: JSON.stringify(worker) },
      ...{ reject: false, timeout: 500_000, killSignal: "SIGKILL" },
    });
  });
  return { addresses, processes };
}

/** Lets several processes do the same. @returns the lists that they say, one for each process. */
export async function performAlike(count: number, worker: object, file?: string): Promise<unknown[][]> {
  const { processes } = await startWorkers(
    Array.from({ length: count }, () => worker),
    file,
  );
  const ends = await Promise.all(processes);
  return ends.map(({ exitCode, stdout, stderr }, task) => {
    if (exitCode !== 0) throw new Error(`Task ${task} ended with ${exitCode}: ${stderr}`);
    return JSON.parse(stdout.trim().split("\n").at(-1)!) as unknown[];
  });
}

/** Lets several processes do the same tasks. @returns of each task what each process says of it. */
export async function perform(count: number, tasks: Task[], options: Omit<Worker, "tasks"> = {}): Promise<unknown[][]> {
  const results = await performAlike(count, { ...options, tasks } satisfies Worker);
  return tasks.map((_, index) => results.map((each) => each[index]));
}
