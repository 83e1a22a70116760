import { join } from "node:path";
import { execa } from "execa";
import { freePort } from "../../lib/system/free-port";
import type { Task, Worker } from "./worker";

/** Starts processes that train together, each of its own loopback address: 127.0.0.1, 127.0.0.2... */
export async function startWorkers(workers: readonly Worker[]) {
  const addresses = await Promise.all(
    workers.map(async (_, index) => {
      const host = `127.0.0.${index + 1}`;
      return `${host}:${await freePort(host)}`;
    }),
  );
  const processes = workers.map((worker, index) => {
    const config = { cluster: { worker: addresses }, task: { type: "worker", index } };
    const team = workers.length > 1 ? { TF_CONFIG: JSON.stringify(config) } : {};
    return execa(process.execPath, ["--require", join(__dirname, "built.cjs"), join(__dirname, "worker.ts")], {
      env: { ...team, WORKER: JSON.stringify(worker) },
      ...{ reject: false, timeout: 60_000, killSignal: "SIGKILL" },
    });
  });
  return { addresses, processes };
}

/** Lets several processes do the same tasks. @returns of each task what each process says of it. */
export async function perform(count: number, tasks: Task[], options: Omit<Worker, "tasks"> = {}): Promise<unknown[][]> {
  const worker = { ...options, tasks };
  const { processes } = await startWorkers(Array.from({ length: count }, () => worker));
  const ends = await Promise.all(processes);
  const results = ends.map(({ exitCode, stdout, stderr }, task) => {
    if (exitCode !== 0) throw new Error(`Task ${task} ended with ${exitCode}: ${stderr}`);
    return JSON.parse(stdout.trim().split("\n").at(-1)!) as unknown[];
  });
  return tasks.map((_, index) => results.map((each) => each[index]));
}
