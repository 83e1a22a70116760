import { randomBytes } from "node:crypto";
import { freePort } from "../system/free-port";
import { programFile, runFile, type ArgumentValues } from "./run-program";

const LOOPBACK = "127.0.0.1";

/** What {@link runWorkers} runs. */
interface Workers {
  /** The number of processes. */
  workers: number;
  /** Added to this process's environment, in all of them. */
  environment: Record<string, string>;
  /** The JavaScript file to run. Default: that of the chapter's program. */
  file?: string;
  /** The processor core of each process, which then uses no other. Default: all use all. */
  cores?: readonly number[];
  /** Receives the lines of the first process as they come. Default: prints them. */
  print?: (line: string) => void;
}

/**
 * Runs a program as several processes on this machine that train together, as `srun` would on several nodes; they send each
 * other data through memory.
 * @param program A chapter's program, `04-many-nodes/train`, or with `file` the program's name in messages.
 * @throws one line when one of them ends with an error.
 */
export async function runWorkers(
  program: string,
  values: ArgumentValues,
  { workers, environment, file = programFile(program), cores, print: show = console.log }: Workers,
): Promise<void> {
  const ports = new Set<number>(); // a port that was free a moment ago may be found once more
  while (ports.size < workers) ports.add(await freePort(LOOPBACK));
  const addresses = Array.from(ports, (port) => `${LOOPBACK}:${port}`);
  // By it the processes know each other. Other users of this machine can see the ports.
  const secret = { WORKBOOK_MEETING: randomBytes(16).toString("hex") };
  const runs = addresses.map((_, index) => {
    const config = { cluster: { worker: addresses }, task: { type: "worker", index } };
    const print = index === 0 ? show : () => undefined;
    const inWorker = { ...environment, ...secret, TF_CONFIG: JSON.stringify(config) };
    return runFile(file, { name: program, values, environment: inWorker, print, core: cores?.[index] });
  });
  const failures = (await Promise.allSettled(runs)).flatMap((run) =>
    run.status === "rejected" ? [(run.reason as Error).message] : [],
  );
  // When one ends with an error, the others fail, too, because it no longer answers: its own error is the cause.
  const cause = failures.find((failure) => !failure.includes("not answer any more"));
  if (failures.length > 0) throw new Error(cause ?? failures[0]);
}
