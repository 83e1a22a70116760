import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { workbookRoot } from "../tensorflow/installation";
import { asAccount, environmentOf, type Account } from "./account";
import { errandResult, runErrand, type Errand, type ErrandResult } from "./student-files";

const answer = z.object({ result: errandResult.optional(), error: z.string().optional() });

/**
 * Runs an errand in a student's account; without one, in this process's.
 * @throws one line that names the account.
 */
export async function inAccount(account: Account | undefined, errand: Errand): Promise<ErrandResult> {
  if (!account) return cleaned(await runErrand(errand));
  const { execa } = await import("execa");
  const program = join(workbookRoot, "dist", "lib", "class", "errand-main.js");
  const [file, args] = asAccount(account, process.execPath, [program]);
  const { failed, stdout } = await execa(file, args, {
    env: environmentOf(account),
    extendEnv: false,
    cwd: "/",
    input: JSON.stringify(errand),
    stderr: "ignore",
    reject: false,
    timeout: 60_000,
    maxBuffer: 100_000,
  });
  const read = answer.safeParse(failed ? undefined : parsed(stdout));
  if (!read.success)
    throw new Error(
      `The account ${account.name} cannot run the workbook in ${workbookRoot}: install it, and Node, where everybody can read it.`,
    );
  const { result, error } = read.data;
  if (!result) throw new Error(`The account ${account.name}: ${oneLine(error ?? "it did not answer")}.`);
  return cleaned(result);
}

/**
 * Makes a student's own folder in the class's: the account's, and nobody else's to read.
 * @throws one line when something else is there.
 */
export async function makeStudentFolder(folder: string, account: Account | undefined): Promise<void> {
  const there = await lstat(folder).catch(() => undefined);
  if (!there) {
    // In a folder of our own: nobody can put something else there meanwhile.
    await mkdir(folder, { mode: 0o700 });
    if (!account) return;
    await chown(folder, account.uid, account.gid);
    await chmod(folder, 0o700);
    return;
  }
  const owner = account?.uid ?? process.getuid?.() ?? there.uid;
  if (there.isDirectory() && there.uid === owner) return;
  throw new Error(`${folder} is there already and not ${account?.name ?? "your"}'s own folder: move it away.`);
}

// What a student's files say ends up on the instructor's terminal.
function cleaned(result: ErrandResult): ErrandResult {
  return result.message === undefined ? result : { ...result, message: oneLine(result.message) };
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\.$/, "")
    .slice(0, 500);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
