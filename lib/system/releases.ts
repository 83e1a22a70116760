import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { quoted } from "./words";
import { workbookRoot } from "./workbook";

/** A release's name. Submissions name one, too: nothing else than numbers passes, no path and no tag. */
export const releaseSchema = z.string().regex(/^\d{1,4}(\.\d{1,4}){2}$/);

/** The release of every notebook and course that does not name any: they are older than these names. */
export const firstRelease = "0.1.0";

/** This installation's release. */
export const thisRelease: string = (() => {
  const { version } = JSON.parse(readFileSync(join(workbookRoot, "package.json"), "utf8")) as { version: unknown };
  return releaseSchema.parse(version);
})();

/** The folder of earlier releases. Whoever may not write to the installation names another one in `WORKBOOK_RELEASES`. */
export const releasesFolder = (): string => resolve(process.env.WORKBOOK_RELEASES || join(workbookRoot, "releases"));

/**
 * The root folder of a release: this installation's, or that of an earlier one, which set-up has made.
 * @throws one line that says how to install it, if it is not there.
 */
export function releaseRoot(release: string): string {
  if (release === thisRelease) return workbookRoot;
  if (!releaseSchema.safeParse(release).success)
    throw new Error(`${quoted(release)} is no release: CHANGELOG.md lists them, such as ${firstRelease}.`);
  const root = join(releasesFolder(), release);
  if (existsSync(join(root, ".workbook", "stamps", "release"))) return root;
  throw new Error(
    `Release ${release} is not installed beside this one, ${thisRelease}: run \`./workbook setup --release ${release}\`.`,
  );
}
