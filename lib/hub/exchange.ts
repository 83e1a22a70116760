import { dirname } from "node:path";
import { makeOwnFolder, makeSharedFolder } from "../system/own-folder";

/**
 * Makes the folder through which nbgrader hands work out and in. It is writable for all, as nbgrader needs it, but sticky, so
 * that nobody can take away another account's files.
 * @throws one line where it is not root's, since its owner could replace the files in it
 */
export async function makeExchange(folder: string): Promise<void> {
  await makeOwnFolder(dirname(folder));
  await makeSharedFolder(folder);
}
