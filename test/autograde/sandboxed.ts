import { beforeEach } from "vitest";
import { readOutputs, runInSandbox, whyNoSandbox, type SandboxOutcome } from "../../lib/autograde/sandbox";
import { type Limits } from "../../lib/autograde/sandbox/limits";
import { notebookPython } from "../../lib/notebooks/environment";
import type { Notebook } from "../../lib/notebooks/notebook";
import { code, notebookWith } from "../notebooks/cells";

/** Skips all tests of a file where there can be no sandbox. */
export function needsSandbox(): void {
  const reason = whyNoSandbox();
  beforeEach((context) => {
    if (reason !== undefined) context.skip(`no sandbox: ${reason}`);
  });
}

/** A notebook of code cells. */
export const notebookOf = (sources: readonly string[]): Notebook =>
  notebookWith(sources.map((source, at) => code(source, `cell-${at}`)));

/** Runs cells in a sandbox of their own. */
export const sandboxed = (sources: readonly string[], limits: Partial<Limits> = {}): Promise<SandboxOutcome> =>
  runInSandbox({ notebook: notebookOf(sources), files: [], questions: "{}" }, { limits });

/** Processor seconds that a kernel takes here until its first cell runs: for a limit that only cells without end reach, however slow the machine. */
export async function kernelSeconds(): Promise<number> {
  const used = await sandboxed([`const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6)`]);
  return Number(printed(used)[0]);
}

/** What the cells printed. */
export const printed = ({ cells }: SandboxOutcome): string[] =>
  readOutputs(cells).map(({ outputs }) =>
    outputs
      .filter(({ output_type }) => output_type === "stream")
      .map(({ text }) => String(text))
      .join(""),
  );

/** How the cells ended. */
export const statuses = ({ cells }: SandboxOutcome): string[] => cells.map(({ status }) => status);

/** A cell that runs a shell command and prints what it said, its errors too. */
export const shell = (command: string): string =>
  `console.log(require("child_process").spawnSync("sh", ["-c", ${JSON.stringify(`exec 2>&1; ${command}`)}], { encoding: "utf8" }).stdout)`;

/** A cell that runs a Python script and prints what it said. */
export const python = (script: string): string => shell(`${notebookPython()} -c '${script.replaceAll("'", `'"'"'`)}'`);
