import { inImage, type InImage } from "../jobs/container";
import { expandPath, type Site } from "../jobs/site";
import { quoted } from "../system/words";
import { workbookRoot } from "../system/workbook";

/**
 * The words, without a shell, that run a command where the site has its frameworks: after `module load`, and in the site's
 * container.
 * @param needs of the command in the container, where it sees these folders and the workbook's
 */
export function siteCommand(site: Site, command: readonly string[], needs: InImage = {}): string[] {
  const { container, modules } = site.frameworks;
  const folders = [workbookRoot, ...(needs.folders ?? [])];
  const words = container === "" ? [...command] : inImage(container, site, command, { ...needs, folders });
  // Of modules that are loaded already, or of the site's setting "environment": `./workbook` keeps it from all other programs.
  const path = process.env.WORKBOOK_SITE_PYTHONPATH;
  const found = path ? ["env", `PYTHONPATH=${path}`] : [];
  if (modules.length === 0) return [...found, ...words];
  // A login shell: elsewhere `module` is often no command.
  const load = `module load ${modules.map(quoted).join(" ")} >&2 && exec "$@"`;
  return [...found, "bash", "-lc", load, "site-python", ...words];
}

/**
 * The site's own Python with the frameworks.
 * @returns undefined where the site's settings name none.
 * @throws one line where they say how to reach a Python, but not which.
 */
export function sitePython({ frameworks }: Site): string | undefined {
  if (frameworks.python !== "") return expandPath(frameworks.python);
  if (frameworks.modules.length === 0 && frameworks.container === "") return undefined;
  const setting = frameworks.container === "" ? "frameworks.modules" : "frameworks.container";
  throw new Error(
    `The site's settings have ${setting}, but frameworks.python is empty: name the Python there that has the frameworks.`,
  );
}
