import { existsSync } from "node:fs";
import { join } from "node:path";
import { downloadArchive, type Archive } from "../download/archive";
import { layouts, type LayoutName } from "./locate";

/** The site of the author of CIFAR-10. */
const site = "https://www.cs.toronto.edu/~kriz/";

/**
 * The official archives. Their MD5 sums, as the author gives them: c32a1d4ab5d03f1284b67883e8d87530 (binary),
 * c58f30108f718f92721af3b95e74349a (Python).
 */
const archives: Record<LayoutName, Archive> = {
  binary: {
    name: "cifar-10-binary.tar.gz",
    bytes: 170_052_171,
    sha256: "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
    folder: layouts.binary.folder,
  },
  python: {
    name: "cifar-10-python.tar.gz",
    bytes: 170_498_071,
    sha256: "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce",
    folder: layouts.python.folder,
  },
};

/**
 * Downloads CIFAR-10 into a folder, unless either layout is there already.
 * @returns the folder that holds its files.
 */
export async function downloadCifar10(
  into: string,
  { layout = "binary", url = process.env.WORKBOOK_CIFAR10_URL ?? site }: { layout?: LayoutName; url?: string },
): Promise<string> {
  const present = Object.values(layouts).find(({ folder }) => existsSync(join(into, folder)));
  return present ? join(into, present.folder) : downloadArchive(archives[layout], { url, into });
}
