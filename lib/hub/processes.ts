import { setTimeout as sleep } from "node:timers/promises";
import { allPids, parentOf, runningProcess, stillRuns, uidOf, type ProcessIdentity } from "../system/process";

/** The children of a process. */
export const childrenOf = (parent: number): ProcessIdentity[] =>
  allProcesses().filter(({ pid }) => parentOf(pid) === parent);

/** The processes of an account. */
export const processesOfUser = (uid: number): ProcessIdentity[] =>
  allProcesses().filter(({ pid }) => uidOf(pid) === uid);

/**
 * Asks processes to end by SIGTERM, and kills those that still run some seconds later by SIGKILL. Returns when none of them runs.
 * @param seconds How long they may take to end by themselves.
 */
export async function end(processes: readonly ProcessIdentity[], seconds: number): Promise<void> {
  signal(processes, "SIGTERM");
  await untilEnded(processes, seconds);
  signal(processes, "SIGKILL");
  while (processes.some(stillRuns)) await sleep(10);
}

/** Waits until processes have ended by themselves. @param seconds The longest that it waits. */
export async function untilEnded(processes: readonly ProcessIdentity[], seconds: number): Promise<void> {
  for (const until = Date.now() + 1000 * seconds; processes.some(stillRuns) && Date.now() < until; await sleep(20));
}

function signal(processes: readonly ProcessIdentity[], name: NodeJS.Signals): void {
  for (const { pid } of processes.filter(stillRuns)) {
    try {
      process.kill(pid, name);
    } catch {
      // it ended meanwhile
    }
  }
}

const allProcesses = (): ProcessIdentity[] => allPids().flatMap((pid) => runningProcess(pid) ?? []);
