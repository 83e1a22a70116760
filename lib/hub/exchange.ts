import { dirname } from "node:path";
import { makeOwnFolder, makeSharedFolder } from "../system/own-folder";

/**
 * Makes the folder through which nbgrader hands work out and in, as nbgrader wants it, writable for all; but sticky, so that
 * nobody can take away what others put there.
 * @throws one line where it is not root's: its owner could exchange what is exchanged
 */
export async function makeExchange(folder: string): Promise<void> {
  await makeOwnFolder(dirname(folder));
  await makeSharedFolder(folder);
}
