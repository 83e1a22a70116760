import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The workbook's root folder: the nearest one above this file that has a package.json. */
export const workbookRoot: string = (() => {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();
