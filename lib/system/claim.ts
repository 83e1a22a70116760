import { mkdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Who holds an attempt that may not begin any more. */
export const NOBODY = "nobody";

/** The first who acts on an attempt makes this link: the attempt itself as it begins, or a runner that has lost sight of it. */
const startedLink = (folder: string): string => join(folder, "started");

/** Who has begun an attempt, or {@link NOBODY}; undefined while that is open. */
export async function claimant(folder: string): Promise<string | undefined> {
  return readlink(startedLink(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/**
 * Decides whether the attempt of a folder may begin. A link is made once, whoever tries, on this machine or another, and
 * never without the name that it holds. A job's script claims its folder in the same way, by `ln`.
 * @returns the one who was first: `name`, or another.
 */
export async function claim(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  try {
    await symlink(name, startedLink(folder));
    return name;
  } catch (error) {
    const first = (error as NodeJS.ErrnoException).code === "EEXIST" ? await claimant(folder) : undefined;
    if (first === undefined) throw error;
    return first;
  }
}
