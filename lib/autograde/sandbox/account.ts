import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { allPids, uidOf } from "../../system/process";

const taken = new Set<number>();

/**
 * Reserves a user id that no process has for one sandbox. No file belongs to it, and Linux counts the sandbox's processes by
 * it. Only root can use it.
 * @returns the id; give it back when the sandbox has ended.
 */
export function takeUser(): number {
  const [least, most] = range();
  for (;;) {
    const user = randomInt(least, most);
    if (taken.has(user) || users().has(user)) continue;
    taken.add(user);
    return user;
  }
}

/** Gives a user id back. */
export function giveBackUser(user: number): void {
  taken.delete(user);
}

/** Ids that no system assigns or, in a container with few ids, those that Debian keeps free. */
function range(): [number, number] {
  const [, , count] = readFileSync("/proc/self/uid_map", "utf8").trim().split(/\s+/).map(Number);
  return count > 2_000_100_000 ? [2_000_000_000, 2_000_100_000] : [60_000, 64_999];
}

const users = (): Set<number | undefined> => new Set(allPids().map(uidOf));
