import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { ownSettings, usualSettings, type SettingsFiles } from "../system/settings";
import { workbookRoot } from "../system/workbook";

// Some values end up in lines of `#SBATCH`, which know no quotes.
const word = z.string().regex(/^\S*$/, { error: "it must be one word, or empty" });
const line = z.string().regex(/^[^\n\r]*$/, { error: "it must be one line" });
const account = z
  .string()
  .regex(/^[a-z_][a-z0-9_.-]*$/, { error: "an account's name has small letters, digits, _ . -" });
const variable = z.string().regex(/^[A-Za-z_]\w*$/, { error: "a variable's name has letters, digits and _" });
const folder = line.refine((path) => path === "" || isAbsolute(path), {
  error: "it must be an absolute path, or empty",
});
const minutes = z.number().positive();

const tls = z.strictObject({ certificate: folder, key: folder });
const students = z.strictObject({ accounts: z.array(account), groups: z.array(account) });
const servers = z.strictObject({
  partition: word,
  account: word,
  qos: word,
  time: word,
  memory: word,
  cpus: z.int().min(1),
  options: z.array(line.startsWith("--", { error: "it must begin with --" })),
  startSeconds: z.int().min(10),
  page: z.string().startsWith("/", { error: "it must begin with /" }),
  environment: z.record(variable, line),
});

const schema = z.strictObject({
  address: z.union([z.ipv4(), z.ipv6()], { error: "it must be an IP address of this machine" }),
  port: z.int().min(1).max(65535),
  subdomainHost: z.string().regex(/^$|^(?=.*\.)[a-z0-9-]+(\.[a-z0-9-]+)*$/, {
    error: "it must be a name in small letters with a dot, such as hub.example.org, or empty",
  }),
  tls,
  clusterAddress: z.union([z.literal(""), z.ipv4()], { error: "it must be an IP address of this machine, or empty" }),
  pamService: word.min(1),
  students,
  instructors: z.array(account),
  servers,
  idleMinutes: minutes,
  exchangeFolder: folder.min(1),
  courseFolder: folder,
});

const overrides = schema
  .extend({ tls: tls.partial(), students: students.partial(), servers: servers.partial() })
  .partial();

/** What is particular to a hub; slurm/jupyterhub/README.md says what each setting is for. Empty text: not needed here. */
export type HubSettings = z.infer<typeof schema>;

/** Settings that replace some of the others. */
export type HubOverrides = z.infer<typeof overrides>;

/** The site's own is the file that `WORKBOOK_HUB_SETTINGS` names, else one in root's home. */
const files: SettingsFiles = {
  what: "The hub's settings",
  usual: join(workbookRoot, "slurm", "jupyterhub", "settings.json"), // they fit the local cluster
  variable: "WORKBOOK_HUB_SETTINGS",
  name: "hub.json",
};

/**
 * The hub's settings: the workbook's, in which the site's own file replaces what it names, and `given` that.
 * @throws one line with the file, the setting, and what it should be.
 */
export function hubSettings(given: HubOverrides = {}): HubSettings {
  return replaced(replaced(usualSettings(files, schema), ownSettings(files, overrides) ?? {}), given);
}

function replaced(settings: HubSettings, by: HubOverrides): HubSettings {
  return {
    ...settings,
    ...by,
    tls: { ...settings.tls, ...by.tls },
    students: { ...settings.students, ...by.students },
    servers: { ...settings.servers, ...by.servers },
  };
}

/** The options of sbatch that the settings of servers become. */
export function jobOptions({ servers }: HubSettings): string[] {
  const { partition, account, qos, time, memory, cpus, options } = servers;
  const named = { partition, account, qos, time, mem: memory, "cpus-per-task": String(cpus) };
  const given = Object.entries(named).filter(([, value]) => value !== "");
  return ["--nodes=1", "--ntasks=1", ...given.map(([name, value]) => `--${name}=${value}`), ...options];
}

/** Where browsers find the hub's pages. */
export function pagesAt({ address, port, subdomainHost }: HubSettings): string {
  return `https://${subdomainHost || (address.includes(":") ? `[${address}]` : address)}:${port}`;
}
