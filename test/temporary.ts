import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

// Of each file that imports this one.
afterAll(() => {
  for (const folder of made.splice(0)) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A folder that a test has locked stays.
    }
  }
});

/** A new folder, which is removed when its file's tests have ended. @param name how its own name begins */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  made.push(folder);
  return folder;
}
