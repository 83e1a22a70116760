import { isAbsolute, join } from "node:path";
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

const account = z
  .string()
  .regex(/^[a-z_][a-z0-9_.-]*$/, { error: "an account's name has small letters, digits, _ . -" });
const absolutePath = lineOfText.refine((path) => path === "" || isAbsolute(path), {
  error: "it must be an absolute path, or empty",
});

const tls = z.strictObject({ certificate: absolutePath, key: absolutePath });
const students = z.strictObject({ accounts: z.array(account), groups: z.array(account) });
const servers = z.strictObject({
  partition: oneWord,
  account: oneWord,
  qos: oneWord,
  time: oneWord,
  memory: oneWord,
  cpus: z.int().min(1),
  options: z.array(option),
  startSeconds: z.int().min(10),
  page: z.string().startsWith("/", { error: "it must begin with /" }),
  environment: z.record(variableName, lineOfText),
});

const schema = z.strictObject({
  address: z.union([z.ipv4(), z.ipv6()], { error: "it must be an IP address of this machine" }),
  port: z.int().min(1).max(65535),
  subdomainHost: z.string().regex(/^$|^(?=.*\.)[a-z0-9-]+(\.[a-z0-9-]+)*$/, {
    error: "it must be a name in small letters with a dot, such as hub.example.org, or empty",
  }),
  tls,
  clusterAddress: z.union([z.literal(""), z.ipv4()], { error: "it must be an IP address of this machine, or empty" }),
  pamService: oneWord.min(1),
  students,
  instructors: z.array(account),
  servers,
  idleMinutes: z.number().positive(),
  exchangeFolder: absolutePath.min(1),
  courseFolder: absolutePath,
});

const overrides = schema
  .extend({ tls: tls.partial(), students: students.partial(), servers: servers.partial() })
  .partial();

/** A hub's settings, see slurm/jupyterhub/README.md. An empty text means that the hub does not need the setting. */
export type HubSettings = z.infer<typeof schema>;

/** Settings that replace some of the others. */
export type HubOverrides = z.infer<typeof overrides>;

const files: SettingsFiles = {
  what: "The hub's settings",
  usual: join(workbookRoot, "slurm", "jupyterhub", "settings.json"), // they fit the local cluster
  variable: "WORKBOOK_HUB_SETTINGS",
  name: "hub.json",
};

/**
 * The hub's settings: those that come with the workbook, after the site's own file and `replacements` have replaced some.
 * @throws one line with the file, the setting, and what it should be.
 */
export function hubSettings(replacements: HubOverrides = {}): HubSettings {
  const site = ownSettings(files, overrides) ?? {};
  return [site, replacements].reduce<HubSettings>(
    (settings, changes) => ({
      ...settings,
      ...changes,
      tls: { ...settings.tls, ...changes.tls },
      students: { ...settings.students, ...changes.students },
      servers: { ...settings.servers, ...changes.servers },
    }),
    usualSettings(files, schema),
  );
}

/** The options of sbatch for users' servers. */
export function jobOptions({ servers }: HubSettings): string[] {
  const { partition, account, qos, time, memory, cpus, options } = servers;
  const named = { partition, account, qos, time, mem: memory, "cpus-per-task": String(cpus) };
  const needed = Object.entries(named).filter(([, value]) => value !== "");
  return ["--nodes=1", "--ntasks=1", ...needed.map(([name, value]) => `--${name}=${value}`), ...options];
}

/** The URL of the hub's pages. */
export function pagesAt({ address, port, subdomainHost }: HubSettings): string {
  return `https://${subdomainHost || (address.includes(":") ? `[${address}]` : address)}:${port}`;
}
