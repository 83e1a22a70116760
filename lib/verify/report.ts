import { homedir, hostname, tmpdir, userInfo } from "node:os";
import { dirname } from "node:path";
import { currentEnvironment } from "../experiment/environment";
import { siteCluster } from "../jobs/site";
import { partitions } from "../slurm/partitions";
import { writeWhole } from "../system/atomic";
import { textTable } from "../system/text-table";
import { workbookRoot } from "../system/workbook";
import type { Row } from "./check";
import { signs } from "./verify";

/** The rows as a table for a terminal, like that of `./workbook doctor`. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ check, state, found, remedy = "" }) => [signs[state], check, found, remedy]);
  const header = ["", "check", "found", "remedy"];
  const rule = header.map((_, column) =>
    "─".repeat(Math.max(...[header, ...lines].map((line) => line[column].length))),
  );
  return textTable([header, rule, ...lines]).join("\n");
}

/** What kind of file it is. */
interface ReportKind {
  quick: boolean;
  pilot?: boolean;
}

/**
 * Writes the rows with the versions and the machine's kind into a JSON file, for a report. It names no user, host or folder:
 * where they stand in an error's text, a word stands for them.
 */
export async function writeReport(file: string, rows: readonly Row[], { quick, pilot }: ReportKind): Promise<void> {
  const { workbook, tensorflow, node, machine, slurm, python, takenAt } = await currentEnvironment({ slurm: true });
  const report = {
    ...{ schema: 1, takenAt, quick, ...(pilot && { pilot }) },
    workbook: { version: workbook.version, commit: workbook.commit, changed: (workbook.changed ?? []).length > 0 },
    tensorflow: tensorflow && { version: tensorflow.version, device: tensorflow.device },
    ...{ node, slurm, python: python?.version, machine: { ...machine, host: undefined }, rows },
  };
  const text = JSON.stringify(report, undefined, 2);
  const groups = slurm === undefined ? [] : await partitions(siteCluster()).catch(() => []);
  await writeWhole(file, `${withoutPersonalData(text, { hosts: groups.flatMap(({ nodes }) => nodes) })}\n`);
}

const isSecret = /TOKEN|SECRET|PASSW|CREDENTIAL|COOKIE|API_?KEY|WORKBOOK_MEETING/i;
const isAccount = /^(USER|LOGNAME|SUDO_USER|USERNAME|JUPYTERHUB_USER|SLURM_JOB_(USER|ACCOUNT))$/;

/** Who and where somebody is. Default: as this process finds it. */
interface Personal {
  environment?: NodeJS.ProcessEnv;
  home?: string;
  /** Names of machines beside this one. */
  hosts?: readonly string[];
}

/** Replaces secrets, folders (longer ones first), and the whole words that tell who and where somebody is. @param text JSON. */
export function withoutPersonalData(
  text: string,
  { environment = process.env, home = homedir(), hosts = [] }: Personal = {},
): string {
  const variables = Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const secrets = variables.filter(([name, value]) => isSecret.test(name) && value.length >= 6);
  const known: [string, string][] = [
    ...secrets.map(([, value]): [string, string] => [JSON.stringify(value).slice(1, -1), "SECRET"]), // as the text has it
    ...[[workbookRoot, "WORKBOOK"], [process.cwd(), "FOLDER"], [home, "HOME"], [tmpdir(), "TMP"]] satisfies [string, string][], // prettier-ignore
  ];
  const replaced = known
    .filter(([each]) => each !== "/")
    .sort(([a], [b]) => b.length - a.length)
    .reduce((rest, [each, name]) => rest.replaceAll(each, name), text);
  const beside = [`${dirname(home)}/`, "/home/"].filter((folder) => folder !== "//"); // other users' homes; root's own is elsewhere
  const withoutHomes = replaced.replace(/\/[\w./-]+/g, (path) => {
    const folder = beside.find((each) => path.startsWith(each));
    return folder === undefined ? path : ["HOME", ...path.slice(folder.length).split("/").slice(1)].join("/");
  });
  const users = variables.filter(([name]) => isAccount.test(name)).map(([, value]) => value);
  const words = new Map([
    ...[...accountName(), home.split("/").at(-1)!, ...users].map((user) => [user, "USER"] as const),
    ...[hostname(), ...hosts].flatMap((host) => [host, host.split(".")[0]]).map((host) => [host, "HOST"] as const),
  ]);
  return withoutHomes.replace(/[\w-]+(?:\.[\w-]+)*/g, (word) => words.get(word) ?? word);
}

/** The account's name; none where the system has no entry for it, as in some containers. */
function accountName(): string[] {
  try {
    return [userInfo().username];
  } catch {
    return [];
  }
}
