import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Opens unlinked files with these contents, which a process reads from its descriptors 3, 4, ...
 * @param use starts that process
 */
export function handingOver<T>(contents: readonly (string | Buffer)[], use: (descriptors: number[]) => T): T {
  const descriptors: number[] = [];
  try {
    for (const content of contents) descriptors.push(nameless(Buffer.from(content)));
    return use(descriptors);
  } finally {
    descriptors.forEach(closeSync);
  }
}

function nameless(content: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), "parallel-training-"));
  try {
    const descriptor = openSync(join(folder, "content"), "wx+", 0o600);
    // Writing at explicit positions leaves the file offset at 0, where the process begins to read.
    for (let offset = 0; offset < content.length;)
      offset += writeSync(descriptor, content, offset, content.length - offset, offset);
    return descriptor;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
