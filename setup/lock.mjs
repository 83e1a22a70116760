// @ts-check
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError } from "./errors.mjs";

/**
 * The process that holds a lock.
 * @typedef {{ token: string, host: string, pid: number, started: string }} Holder
 */

/**
 * Runs `work` while holding a lock file, so that two set-ups at the same time do each step once. A lock whose holder has
 * died is taken over: immediately on the same host, and after `deadAfterSeconds` without a heartbeat on another host (a
 * home folder shared by a cluster).
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (holder: Holder) => void, deadAfterSeconds?: number, pollMilliseconds?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { onWait = () => {}, deadAfterSeconds = 120, pollMilliseconds = 300 } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = { token: randomUUID(), host: hostname(), pid: process.pid, started: startOf(process.pid) };
  let told = false;
  // Another host's clock may be wrong: its heartbeats count, by this process's own clock, as well as the time that they say.
  let [time, since] = [timeOf(file), performance.now()];
  while (!acquire(file, mine)) {
    const holder = read(file);
    if (timeOf(file) !== time) [time, since] = [timeOf(file), performance.now()];
    const silentSeconds = Math.max(secondsSince(file), (performance.now() - since) / 1000);
    if (holder && isDead(holder, silentSeconds > deadAfterSeconds)) {
      breakLock(file, holder);
    } else {
      if (holder && !told) onWait(holder);
      told ||= holder !== undefined;
      await sleep(pollMilliseconds);
    }
  }
  const heartbeat = setInterval(() => touch(file), (deadAfterSeconds * 1000) / 8);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (read(file)?.token === mine.token) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @param {Holder} mine
 * @returns {boolean}
 */
function acquire(file, mine) {
  // A complete file is linked into place, so that nobody reads half a lock; linking fails where a lock exists.
  const whole = `${file}.${mine.token}`;
  writeFileSync(whole, JSON.stringify(mine));
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/**
 * Removes the lock of a dead holder. Only the process that creates the file named by the dead holder's token may do so,
 * because another waiter could replace the dead lock by a live one before it is removed.
 * @param {string} file
 * @param {Holder} dead
 */
function breakLock(file, dead) {
  const right = `${file}.${dead.token}.broken`;
  try {
    writeFileSync(right, "", { flag: "wx" });
  } catch {
    if (Math.abs(secondsSince(right)) > 30)
      throw new SetupError(`A dead set-up left its lock: remove ${file}* and run it again.`);
    return;
  }
  if (read(file)?.token === dead.token) rmSync(file, { force: true });
  rmSync(right, { force: true });
}

/**
 * @param {Holder} holder
 * @param {boolean} silent whether its heartbeats have stopped
 */
function isDead(holder, silent) {
  return holder.host === hostname() ? startOf(holder.pid) !== holder.started : silent;
}

/**
 * When a process started, in clock ticks since boot, which distinguishes it from a later process with the same number.
 * @param {number} pid
 * @returns {string} empty when there is no such process
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return "";
  }
}

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // the lock was released meanwhile
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {} // the disk may be full, which another step reports
}

/** @param {string} file */
const secondsSince = (file) => (Date.now() - (timeOf(file) ?? Date.now())) / 1000;

/** @param {string} file */
const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
