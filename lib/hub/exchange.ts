import { chmodSync, lstatSync, mkdirSync } from "node:fs";

/**
 * Makes the folder through which nbgrader hands work out and in, as nbgrader wants it, writable for all; but sticky, so that
 * nobody can take away what others put there. One that is there already keeps its permissions.
 * @throws where it is not root's: its owner could exchange what is exchanged
 */
export function makeExchange(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o1777);
  const { uid, mode } = lstatSync(folder);
  if (uid === 0 && (mode & 0o1777) === 0o1777) return;
  throw new Error(
    `The exchange folder ${folder} must be root's with mode 1777, and has ${(mode & 0o7777).toString(8)} of account ${uid}: chown root ${folder} && chmod 1777 ${folder}.`,
  );
}
