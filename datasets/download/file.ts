import { rename } from "node:fs/promises";
import { join } from "node:path";
import { fetchChecked, type DownloadOptions, type RemoteFile } from "./fetch-checked";
import { once } from "./once";

/**
 * Downloads a file once, as `downloadArchive` does with an archive: it appears complete and checked, or not at all.
 * @param instead What can be used without a network, as a sentence.
 * @returns the file.
 * @throws one line with the address, the reason and the remedy.
 */
export async function downloadFile(remote: RemoteFile, options: DownloadOptions, instead: string): Promise<string> {
  const target = join(options.into, remote.name);
  return once(target, remote.name, async () => {
    const otherwise = `get the file elsewhere and save it as ${target}. ${instead}`;
    await rename(await fetchChecked(remote, options, otherwise), target);
  });
}
