import { mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { fetchChecked, toStandardError, type DownloadOptions, type RemoteFile } from "./fetch-checked";
import { once } from "./once";
import { unzip } from "./unzip";

/** A `.tar.gz` or `.zip` with a single folder. */
export interface Archive extends RemoteFile {
  /** The folder that it unpacks to. */
  folder: string;
}

/** The folder for downloaded data: `WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`. */
export function userDataFolder(): string {
  return process.env.WORKBOOK_DATA_DIR ?? join(homedir(), ".cache", "parallel-training");
}

/**
 * Downloads and unpacks an archive once. After an interruption it continues where it stopped, and a second process waits for
 * the first. The folder appears complete and checked, or not at all. With `WORKBOOK_OFFLINE` nothing is downloaded.
 * @returns the unpacked folder.
 * @throws one line with the address, the reason and the remedy.
 */
export async function downloadArchive(archive: Archive, options: DownloadOptions): Promise<string> {
  const { into, log = toStandardError } = options;
  const target = join(into, archive.folder);
  return once(target, archive.name, async () => {
    const otherwise =
      `get the file elsewhere and unpack it so that ${target} is there. ` +
      "Without a network, the dataset synthetic has made-up images.";
    const file = await fetchChecked(archive, options, otherwise);
    await unpack(archive, file, into, log);
    await rm(file);
  });
}

async function unpack({ name, folder }: Archive, file: string, into: string, log: (line: string) => void) {
  const temporary = join(into, `${name}.unpacking`);
  await rm(temporary, { recursive: true, force: true });
  try {
    await mkdir(temporary);
    if (name.endsWith(".zip")) await unzip(file, temporary, log);
    else await extract({ file, cwd: temporary });
    await rename(join(temporary, folder), join(into, folder));
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`Cannot unpack ${file}: ${reason}. Run again when ${into} has room; the download is kept.`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
