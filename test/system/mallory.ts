import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync } from "node:fs";
import { temporaryFolder } from "../temporary";

/** The account of somebody who attacks root: Linux's own `nobody`. */
export const mallory = { name: "nobody", uid: 65534, gid: 65534, home: "/" };

/** Why nothing can be run in another account here; "" where it can. */
export const whyNotRoot = process.getuid?.() === 0 ? "" : "only root can run something in another account";

/** The flags with which `setpriv` runs a program in an account. */
export const rightsOf = ({ uid, gid } = mallory) => [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];

/** Runs a script as mallory. @returns what it printed */
export const asMallory = (script: string): string =>
  execFileSync("setpriv", [...rightsOf(), "sh", "-c", script], { encoding: "utf8", cwd: "/" });

/** Starts a program of mallory's in Perl, which is quick enough to win races. It ends after five minutes by itself. */
export function hostilePerl(program: string): ChildProcess {
  return spawn("setpriv", [...rightsOf(), "perl", "-e", `alarm 300; ${program}`], { cwd: "/", stdio: "ignore" });
}

/** A folder in which everybody can write, as a cluster's scratch folder: root's, and sticky. */
export function scratchFolder(): string {
  const folder = temporaryFolder("scratch");
  chmodSync(folder, 0o1777);
  return folder;
}
