import { readdirSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parentOf, runningProcess, stillRuns, type ProcessIdentity } from "../system/process";

/** The processes that this one has started. */
export const childrenOf = (parent: number): ProcessIdentity[] =>
  processes().filter(({ pid }) => parentOf(pid) === parent);

/** The processes that run with the rights of an account. */
export const processesOfUser = (uid: number): ProcessIdentity[] => processes().filter(({ pid }) => userOf(pid) === uid);

/** Ends processes: asks, and after `seconds` forces. Returns when none of them runs. */
export async function end(these: readonly ProcessIdentity[], seconds: number): Promise<void> {
  const left = () => these.filter(stillRuns);
  signal(left(), "SIGTERM");
  await untilEnded(these, seconds);
  signal(left(), "SIGKILL");
  while (left().length > 0) await sleep(10);
}

/** Waits until processes have ended by themselves, at most so many seconds. */
export async function untilEnded(these: readonly ProcessIdentity[], seconds: number): Promise<void> {
  for (const until = Date.now() + 1000 * seconds; these.some(stillRuns) && Date.now() < until; await sleep(20));
}

function signal(these: readonly ProcessIdentity[], name: NodeJS.Signals): void {
  for (const { pid } of these) {
    try {
      process.kill(pid, name);
    } catch {
      // ended meanwhile
    }
  }
}

const processes = (): ProcessIdentity[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => runningProcess(Number(name)) ?? []);

function userOf(pid: number): number | undefined {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return undefined;
  }
}
