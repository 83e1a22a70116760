import { downloadArchive, type Archive } from "../download/archive";
import { officialFolder } from "./layout";

/** The site of Stanford's course CS231n. */
const site = "http://cs231n.stanford.edu/";

/**
 * The official archive. The course publishes no checksum. Projects that check the archive expect this one, and the MD5 sum
 * 90528d7ca1a48142e341f4ef8d21d0de.
 */
const archive: Archive = {
  name: "tiny-imagenet-200.zip",
  bytes: 248_100_043,
  sha256: "6198c8ae015e2b3e007c7841da39ec069199b9aa3bfa943a462022fe5e43c821",
  folder: officialFolder,
};

/**
 * Downloads TinyImageNet into a folder, unless it is there already.
 * @returns the folder that holds its files.
 */
export function downloadTinyImageNet(
  into: string,
  { url = process.env.WORKBOOK_TINYIMAGENET_URL ?? site, log }: { url?: string; log?: (line: string) => void },
): Promise<string> {
  return downloadArchive(archive, { url, into, log });
}
