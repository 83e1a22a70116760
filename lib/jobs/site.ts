import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ownSettings, usualSettings, type SettingsFiles } from "../system/settings";
import { workbookRoot } from "../system/workbook";

// Values end up in lines of `#SBATCH`, which know no quotes.
const word = z.string().regex(/^\S*$/, { error: "it must be one word, or empty" });
const line = z.string().regex(/^[^\n\r]*$/, { error: "it must be one line" });
const name = z.string().regex(/^[A-Za-z_]\w*$/, { error: "a variable's name has letters, digits and _" });
const byDevice = z.strictObject({ cpu: word, gpu: word });
const container = z.strictObject({ image: line, command: line.min(1) });

const schema = z.strictObject({
  account: word,
  partition: byDevice,
  qos: byDevice,
  gpu: word.min(1),
  requestMemory: z.boolean(),
  excludedNodes: word,
  networkInterface: word,
  dataFolder: line,
  modules: z.array(word.min(1)),
  container,
  environment: z.record(name, line),
  sbatch: z.array(line.startsWith("--", { error: "it must begin with --" })),
});

const overrides = schema
  .extend({ partition: byDevice.partial(), qos: byDevice.partial(), container: container.partial() })
  .partial();

/**
 * What is particular to a cluster. Empty text means: not needed here. slurm/README.md says what each is for.
 */
export type Site = z.infer<typeof schema>;

/** A user's own is the file that `WORKBOOK_SITE` names, else `~/.config/parallel-training/site.json`. */
const files: SettingsFiles = {
  what: "The site's settings",
  usual: join(workbookRoot, "slurm", "site.json"), // they fit a plain cluster, and the local one
  variable: "WORKBOOK_SITE",
  name: "site.json",
};

/**
 * The site's settings: the workbook's, in which the user's own file replaces what it names.
 * @throws one line with the file, the setting, and what it should be.
 */
export function siteSettings(): Site {
  const site = usualSettings(files, schema);
  const given = ownSettings(files, overrides) ?? {};
  return {
    ...site,
    ...given,
    partition: { ...site.partition, ...given.partition },
    qos: { ...site.qos, ...given.qos },
    container: { ...site.container, ...given.container },
  };
}

/** A folder as settings name it, with `~`, `$HOME` and other variables put in. */
export function expandPath(path: string): string {
  return path
    .replace(/^~(?=\/|$)/, homedir())
    .replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced: string | undefined, plain: string | undefined) => {
      return process.env[braced ?? plain ?? ""] ?? whole;
    });
}
