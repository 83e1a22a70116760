import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Opens files without names that hold some contents, for a process to read from its descriptors 3, 4, ...
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
    // Each write names its position, so that the process still reads from the beginning.
    for (let at = 0; at < content.length;) at += writeSync(descriptor, content, at, content.length - at, at);
    return descriptor;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
