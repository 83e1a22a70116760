import { homedir, hostname, tmpdir } from "node:os";
import { currentEnvironment } from "../experiment/environment";
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

/**
 * Writes the rows with the versions and the machine's kind into a JSON file, for a report. It names no user, host or folder:
 * where they stand in an error's text, a word stands for them.
 */
export async function writeReport(file: string, rows: readonly Row[], { quick }: { quick: boolean }): Promise<void> {
  const { workbook, tensorflow, node, machine, slurm, python, takenAt } = await currentEnvironment({ slurm: true });
  const report = {
    ...{ schema: 1, takenAt, quick },
    workbook: { version: workbook.version, commit: workbook.commit, changed: (workbook.changed ?? []).length > 0 },
    tensorflow: tensorflow && { version: tensorflow.version, device: tensorflow.device },
    ...{ node, slurm, python: python?.version, machine: { ...machine, host: undefined }, rows },
  };
  const text = JSON.stringify(report, undefined, 2);
  await writeWhole(file, `${withoutPersonalData(text)}\n`);
}

/** Replaces what tells who and where somebody is: folders, longer ones first, then whole words. */
export function withoutPersonalData(text: string): string {
  const folders: [string, string][] = [
    [workbookRoot, "WORKBOOK"],
    [process.cwd(), "FOLDER"],
    [homedir(), "HOME"],
    [tmpdir(), "TMP"],
  ];
  const known = folders.filter(([folder]) => folder !== "/").sort(([a], [b]) => b.length - a.length);
  const withoutFolders = known.reduce((rest, [folder, name]) => rest.replaceAll(folder, name), text);
  const words = { [hostname()]: "HOST", [process.env.USER ?? homedir().split("/").at(-1)!]: "USER" };
  return withoutFolders.replace(/[\w.-]+/g, (word) => words[word] ?? word);
}
