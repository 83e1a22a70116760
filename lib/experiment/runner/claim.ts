import { mkdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Who holds a try that may not begin any more. */
export const NOBODY = "nobody";

/** A link that the first who acts on a try makes: the try itself, which begins, or a runner that has lost sight of it. */
const startedLink = (folder: string): string => join(folder, "started");

/** Who has begun a try, or {@link NOBODY}; undefined while that is open. */
export async function claimant(folder: string): Promise<string | undefined> {
  return readlink(startedLink(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/**
 * Decides whether a try may begin. A link is made once, whoever tries, on this machine or another, and never without the
 * name that it holds.
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
