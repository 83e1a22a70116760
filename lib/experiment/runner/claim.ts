import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** Made by the first who acts on a try: the try itself, which begins, or a runner that has lost sight of it. */
export const startedFolder = (folder: string): string => join(folder, "started");

/**
 * Decides whether a try may still begin: a folder is made once, whoever tries, on this machine or another.
 * @returns true for the one that made it; false when somebody was first.
 */
export async function claim(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  try {
    await mkdir(startedFolder(folder));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
