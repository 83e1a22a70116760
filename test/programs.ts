import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { vi } from "vitest";
import { temporaryFolder } from "./temporary";

/** Puts shell scripts in the place of programs, for one test. @returns their folder, which is first on the search path */
export function programs(scripts: Record<string, string>): string {
  const folder = temporaryFolder("programs");
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  return folder;
}
