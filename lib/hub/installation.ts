import { realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LocalCluster } from "../cluster";
import { execute } from "../system/execute";
import { asAccount, type Account } from "../system/account";
import { notebookPrograms } from "../notebooks/environment";
import { workbookRoot } from "../system/workbook";
import { program } from "./jupyterhub";

/** The folders that every user's server needs: those of the workbook, its environment, Python and Node. */
export function neededFolders(): string[] {
  const programs = notebookPrograms();
  const python = realpathSync(join(programs, "python"));
  const node = realpathSync(process.execPath);
  return [...new Set([workbookRoot, dirname(programs), ...[python, node].map((file) => dirname(dirname(file)))])];
}

/**
 * Checks on a node that an account without any rights can run the programs of servers.
 * @throws one line with the first error, and the remedy
 */
export async function checkJobs(cluster: LocalCluster): Promise<void> {
  const python = join(notebookPrograms(), "python");
  const script = `"${process.execPath}" --version && "${python}" -c "import jupyterhub, batchspawner, jupyterlab" && test -r "${program("server-command.js")}"`;
  const nobody: Account = { name: "nobody", uid: 65534, gid: 65534, home: "/" };
  const [file, words] = asAccount(nobody, "bash", ["-c", script]);
  await execute(cluster.on(1, file, words)).catch((error: unknown) => {
    throw new Error(
      `Other accounts than root cannot run the workbook in ${workbookRoot} (${(error as Error).message}): install it where all can read it, with a Python and a Node that all can read.`,
    );
  });
}

/** A warning where students can read the folders that hold answers of the exercises; undefined where they cannot. */
export function openAnswersNote(root = workbookRoot): string | undefined {
  const folders = ["solutions", "test", ".git", "results"].map((name) => join(root, name));
  const open = folders.filter((folder) => ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o005) !== 0);
  if (open.length === 0) return undefined;
  const all = open.join(" ");
  return `Students can read the answers in ${all}: for a class, chgrp -R them to the instructors' group, then chmod -R o= ${all}.`;
}
