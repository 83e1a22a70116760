import { readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "./folders";

/** The claimant of an attempt that may not begin any more. */
export const NOBODY = "nobody";

/** Whoever acts first on an attempt makes this link: the attempt as it begins, or a runner that has lost sight of it. */
const startedLink = (folder: string): string => join(folder, "started");

/** The name of the process or job that began an attempt, or {@link NOBODY}; undefined while nobody has claimed it. */
export async function claimant(folder: string): Promise<string | undefined> {
  return readlink(startedLink(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/**
 * Claims the attempt of a folder. Of all that try, on this machine or another, only one succeeds in making the link, and
 * the link never exists without the name in it. A job's script claims its folder in the same way, with `ln`.
 * @returns the name of the first claimant: `name`, or another.
 */
export async function claim(folder: string, name: string): Promise<string> {
  makeFolders(folder);
  try {
    await symlink(name, startedLink(folder));
    return name;
  } catch (error) {
    const first = (error as NodeJS.ErrnoException).code === "EEXIST" ? await claimant(folder) : undefined;
    if (first === undefined) throw error;
    return first;
  }
}
