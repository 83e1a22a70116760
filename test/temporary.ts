import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/** Removes the folders that a file's tests have made, as test/after-each-file.ts lets it. */
export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A folder that a test has locked stays.
    }
  }
}

/** A new folder, which is removed when its file's tests have ended. @param name how its own name begins */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  made.push(folder);
  return folder;
}
