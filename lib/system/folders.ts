import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder with those above it, or uses what is there. (Node's own `recursive` never ends where nothing can be made in an existing
 * folder and the file system's reason is ENOENT, as in `/proc` or below an automounter's `/home`.)
 * @param mode The mode of new folders. Default: all rights that the umask leaves.
 * @throws what the file system says.
 */
export function makeFolders(path: string, mode?: number): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!isFolder(folder)) throw error; // another process may have been quicker
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
