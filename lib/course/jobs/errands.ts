import { lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { asAccount, environmentOf, type Account } from "../../system/account";
import { letGo } from "../../system/let-go";
import { openFolder } from "../../system/own-folder";
import { printable } from "../../system/printable";
import { workbookRoot } from "../../system/workbook";
import { errandResult, runErrand, type Errand, type ErrandResult } from "./student-files";

const answer = z.object({ result: errandResult.optional(), error: z.string().optional() });

/**
 * Runs an errand in a student's account, or in this process's if there is none. The student can stop the process there, so it is
 * killed when its time is over.
 * @throws one line that names the account.
 */
export async function inAccount(account: Account | undefined, errand: Errand, seconds = 60): Promise<ErrandResult> {
  if (!account) return cleaned(await runErrand(errand));
  const { execa } = await import("execa");
  const errandMain = join(workbookRoot, "dist", "lib", "course", "jobs", "errand-main.js");
  const [file, args] = asAccount(account, process.execPath, [errandMain]);
  const running = execa(file, args, {
    env: environmentOf(account),
    extendEnv: false,
    input: JSON.stringify(errand),
    stderr: "ignore",
    reject: false,
    timeout: 1000 * seconds,
    forceKillAfterDelay: 1000,
    maxBuffer: 100_000,
  });
  letGo(running);
  const { failed, stdout, timedOut } = await running;
  if (timedOut) throw new Error(`The account ${account.name} did not answer within ${seconds} s.`);
  const reply = answer.safeParse(failed ? undefined : parsed(stdout));
  if (!reply.success)
    throw new Error(
      `The account ${account.name} cannot run the workbook in ${workbookRoot}: install it, and Node, where everybody can read it.`,
    );
  const { result, error } = reply.data;
  if (!result) throw new Error(`The account ${account.name}: ${terminalLine(error ?? "it did not answer")}.`);
  return cleaned(result);
}

/**
 * Makes a student's folder in the class's. It belongs to the account, and nobody else can read it.
 * @param folder in a folder where only this process's account can write.
 * @throws one line if something else is there.
 */
export async function makeStudentFolder(folder: string, account: Account | undefined): Promise<void> {
  const ownUid = process.getuid?.() ?? 0;
  const owner = account?.uid ?? ownUid;
  const status = await lstat(folder).catch(() => undefined);
  if (status?.isDirectory() && status.uid === owner) return;
  const taken = new Error(`${folder} is there already and not ${account?.name ?? "your"}'s own folder: move it away.`);
  // An empty one may be what an earlier run made and was killed before it handed it over.
  if (status && (await readdir(folder).catch(() => ["no folder"])).length > 0) throw taken;
  if (!status) await mkdir(folder, { mode: 0o700 });
  // The open folder is handed over, whatever its name may lead to by now.
  await openFolder(folder, async (made, { uid, mode }) => {
    if (uid !== ownUid || (mode & 0o777) !== 0o700) throw taken;
    if (account) await made.chown(account.uid, account.gid);
  });
}

// A student's text ends up on the instructor's terminal, as a quotation.
function cleaned(result: ErrandResult): ErrandResult {
  const { traces } = result;
  if (!traces) return result;
  const { reason, words } = traces;
  const quote = (text: string): string => `"${terminalLine(text).replaceAll('"', "'")}"`;
  return { traces: { ...traces, words: quote(words), ...(reason === undefined ? {} : { reason: quote(reason) }) } };
}

/** A student's text, made safe for a terminal. */
function terminalLine(text: string): string {
  return printable(text).replace(/\.$/, "").slice(0, 500);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
