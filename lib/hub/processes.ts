import { readdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process, told apart from a later one with the same id by when it started. */
export interface ProcessId {
  pid: number;
  /** Clock ticks from the machine's start to its own. */
  started: number;
}

/** The process of this id that runs now; undefined where there is none, or it has ended and only its parent has not noticed. */
export function processOf(pid: number): ProcessId | undefined {
  const fields = stat(pid);
  return fields === undefined || fields[0] === "Z" ? undefined : { pid, started: Number(fields[19]) };
}

/** Whether it still runs. */
export const runs = ({ pid, started }: ProcessId): boolean => processOf(pid)?.started === started;

/** The processes that this one has started. */
export const childrenOf = (parent: number): ProcessId[] =>
  processes().filter(({ pid }) => Number(stat(pid)?.[1]) === parent);

/** The processes that run with the rights of an account. */
export const processesOfUser = (uid: number): ProcessId[] => processes().filter(({ pid }) => userOf(pid) === uid);

/** Ends processes: asks, and after `seconds` forces. Returns when none of them runs. */
export async function end(these: readonly ProcessId[], seconds: number): Promise<void> {
  const left = () => these.filter(runs);
  signal(left(), "SIGTERM");
  await untilEnded(these, seconds);
  signal(left(), "SIGKILL");
  while (left().length > 0) await sleep(10);
}

/** Waits until processes have ended by themselves, at most so many seconds. */
export async function untilEnded(these: readonly ProcessId[], seconds: number): Promise<void> {
  for (const until = Date.now() + 1000 * seconds; these.some(runs) && Date.now() < until; await sleep(20));
}

function signal(these: readonly ProcessId[], name: NodeJS.Signals): void {
  for (const { pid } of these) {
    try {
      process.kill(pid, name);
    } catch {
      // ended meanwhile
    }
  }
}

const processes = (): ProcessId[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processOf(Number(name)))
    .filter((each): each is ProcessId => each !== undefined);

function userOf(pid: number): number | undefined {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return undefined;
  }
}

/** The fields of /proc/PID/stat from the state on. */
function stat(pid: number): string[] | undefined {
  try {
    // After the program's name, which stands in parentheses and may hold anything.
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return undefined;
  }
}
