import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import {
  lineOfText,
  oneWord,
  option,
  ownSettings,
  usualSettings,
  variableName,
  type SettingsFiles,
} from "../system/settings";
import { workbookRoot } from "../system/workbook";

const byDevice = z.strictObject({ cpu: oneWord, gpu: oneWord });
const runtime = z.enum(["apptainer", "charliecloud", "podman"]);
const container = z.strictObject({ image: lineOfText, runtime: runtime.default("apptainer"), command: lineOfText });

const notebookJobs = z.strictObject({ allowed: z.boolean(), deviceHours: z.number().positive().nullable() });

const frameworks = z.strictObject({
  python: lineOfText,
  modules: z.array(oneWord.min(1, { error: "a module's name is not empty" })),
  container: lineOfText,
});

const schema = z.strictObject({
  account: oneWord,
  partition: byDevice,
  qos: byDevice,
  gpu: oneWord.min(1),
  requestMemory: z.boolean(),
  excludedNodes: oneWord,
  networkInterface: oneWord,
  dataFolder: lineOfText,
  modules: z.array(oneWord.min(1)),
  container,
  environment: z.record(variableName, lineOfText),
  sbatch: z.array(option),
  cluster: lineOfText.default(""),
  notebookJobs: notebookJobs.default({ allowed: true, deviceHours: null }),
  frameworks: frameworks.default({ python: "", modules: [], container: "" }),
});

const overrides = schema
  .extend({
    partition: byDevice.partial(),
    qos: byDevice.partial(),
    container: container.extend({ runtime }).partial(),
    notebookJobs: notebookJobs.partial(),
    frameworks: frameworks.partial(),
  })
  .partial();

/** The settings that differ between clusters, see slurm/README.md. An empty text means that the cluster does not need it. */
export type Site = z.infer<typeof schema>;

const files: SettingsFiles = {
  what: "The site's settings",
  usual: join(workbookRoot, "slurm", "site.json"), // they fit a plain cluster, and the local one
  variable: "WORKBOOK_SITE",
  name: "site.json",
};

/**
 * The site's settings: those that come with the workbook, some of them replaced by the user's own file.
 * @throws one line with the file, the setting, and what it should be.
 */
export function siteSettings(): Site {
  const site = usualSettings(files, schema);
  const replacements = ownSettings(files, overrides) ?? {};
  return {
    ...site,
    ...replacements,
    partition: { ...site.partition, ...replacements.partition },
    qos: { ...site.qos, ...replacements.qos },
    container: { ...site.container, ...replacements.container },
    notebookJobs: { ...site.notebookJobs, ...replacements.notebookJobs },
    frameworks: { ...site.frameworks, ...replacements.frameworks },
  };
}

/** The cluster, of several, that the site's options of sbatch name; undefined where they name none. */
export function siteCluster({ sbatch }: Site = siteSettings()): string | undefined {
  return /^--clusters?[= ](\S+)$/.exec(sbatch.findLast((option) => option.startsWith("--cluster")) ?? "")?.[1];
}

/** Expands `~`, `$HOME` and other variables in a path of the settings. */
export function expandPath(path: string): string {
  return path
    .replace(/^~(?=\/|$)/, homedir())
    .replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced: string | undefined, plain: string | undefined) => {
      return process.env[braced ?? plain ?? ""] ?? whole;
    });
}
