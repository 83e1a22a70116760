import { createHash } from "node:crypto";
import { join } from "node:path";
import { userDataFolder } from "../download/archive";
import type { RemoteFile } from "../download/fetch-checked";
import { downloadFile } from "../download/file";
import { readDataFile } from "../files";

/** The folder of A. Karpathy's char-rnn (2015) that has the text. */
const site = "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/";

/**
 * 40,000 lines of Shakespeare's plays. Their author publishes no checksum. TensorFlow Datasets (`url_checksums/tiny_shakespeare.txt`)
 * and Hugging Face's datasets (`tiny_shakespeare/dataset_infos.json`) both expect this one.
 */
const tinyShakespeare: RemoteFile = {
  name: "input.txt",
  bytes: 1_115_394,
  sha256: "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
};

/** Where tiny Shakespeare is. */
export interface ShakespeareOptions {
  /** The address without the file's name. Default: `WORKBOOK_SHAKESPEARE_URL`, else the repository of char-rnn. */
  url?: string;
  /** Called with a line of progress. Default: writes to standard error. */
  log?: (line: string) => void;
}

/** Where the text lies once it has been downloaded into a data folder. */
export const shakespeareFile = (folder: string): string => join(folder, "tinyshakespeare", tinyShakespeare.name);

/**
 * Downloads tiny Shakespeare into a data folder, unless it is there already.
 * @param remote Another file in its place, for tests.
 * @returns the file.
 */
export async function downloadShakespeare(
  folder: string,
  { url = process.env.WORKBOOK_SHAKESPEARE_URL ?? site, log }: ShakespeareOptions,
  remote = tinyShakespeare,
): Promise<string> {
  const into = join(folder, "tinyshakespeare");
  return downloadFile(remote, { url, into, log }, "Without a network, the text synthetic is made up by the program.");
}

/**
 * Reads tiny Shakespeare from the user's data folder (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), where it is
 * downloaded the first time.
 * @param remote Another file in its place, for tests.
 * @throws one line when it cannot be downloaded, or somebody has changed the file.
 */
export async function readShakespeare(
  options: ShakespeareOptions,
  remote = tinyShakespeare,
): Promise<{ bytes: Buffer; source: string }> {
  const file = await downloadShakespeare(userDataFolder(), options, remote);
  const bytes = await readDataFile(file, "shakespeare");
  if (createHash("sha256").update(bytes).digest("hex") !== remote.sha256) {
    throw new Error(`${file} was changed after its download: delete it, and run again to download it anew.`);
  }
  return { bytes, source: file };
}
