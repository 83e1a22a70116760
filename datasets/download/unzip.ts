import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { openPromise, type Entry } from "yauzl";
import { makeFolders } from "../../lib/system/folders";

/** Unpacking one file at a time would take several times as long. */
const together = 16;
const secondsBetweenLines = 5;

/**
 * Unpacks a ZIP file into a folder.
 * @param log Called with a line every few seconds.
 * @throws when the file is damaged, a name in it leads out of the folder, or the disk is full.
 */
export async function unzip(file: string, into: string, log: (line: string) => void): Promise<void> {
  const zip = await openPromise(file, { autoClose: false });
  try {
    const made = new Set<string>();
    const unpackEntry = async (entry: Entry) => {
      // yauzl refuses names that lead out of the folder.
      const target = join(into, entry.fileName);
      const folder = entry.fileName.endsWith("/") ? target : dirname(target);
      if (!made.has(folder)) makeFolders(folder);
      made.add(folder);
      if (folder === target) return;
      // A dataset of images has many small files, for which streams would take longer than the content.
      await writeFile(target, await buffer(await zip.openReadStreamPromise(entry)));
    };
    let last = Date.now();
    let done = 0;
    // A generator gives each entry to one of the loops below.
    const entries = (async function* () {
      yield* zip.eachEntry();
    })();
    const unpackSome = async () => {
      for await (const entry of entries) {
        await unpackEntry(entry);
        done++;
        if (Date.now() - last < secondsBetweenLines * 1000) continue;
        last = Date.now();
        log(`Unpacked ${done.toLocaleString("en")} of ${zip.entryCount.toLocaleString("en")} files`);
      }
    };
    await Promise.all(Array.from({ length: together }, unpackSome));
  } finally {
    zip.close();
  }
}
