import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readClassJournal, type ClassJournal } from "../../../lib/course/jobs/journal";
import type { ClassRequest } from "../../../lib/course/jobs/class-plan";
import { rosterOf } from "../../../lib/course/roster";
import type { LocalCluster } from "../../../lib/cluster";
import { workbookRoot } from "../../../lib/system/workbook";
import { madeUpJob } from "../../jobs/made-up-job";
import { onCluster } from "../../jobs/on-cluster";

/** Accounts that every Linux has stand for students'. */
export const roster = rosterOf("student,account\nada,nobody\nbob,daemon\ncid,bin\n", "class.csv");
/** How often tests look at Slurm. */
export const looks = { everySeconds: 0.2 };

/** Why students' accounts cannot run anything of this checkout; in somebody's home they cannot. */
export const whyNoAccounts = ((): string => {
  try {
    execFileSync("setpriv", ["--reuid=65534", "--clear-groups", "--", "cat", join(workbookRoot, "package.json")], {
      stdio: "ignore",
    });
    return "";
  } catch {
    return `students' accounts cannot read ${workbookRoot}`;
  }
})();

/** A local cluster, and a folder in which students can have theirs, for the tests of a file. */
export function withClass(): {
  folder: () => string;
  cluster: () => LocalCluster;
  /** A class of three whose jobs take 0.2 s, unless `words` say otherwise. */
  made: (name: string, words?: string[], given?: Partial<ClassRequest>) => ClassRequest;
} {
  const { folder, cluster } = onCluster();
  chmodSync(folder(), 0o755);
  const made = (name: string, words: string[] = [], given: Partial<ClassRequest> = {}): ClassRequest => {
    const log = join(folder(), `${name}.log`);
    writeFileSync(log, "");
    chmodSync(log, 0o666);
    const job = madeUpJob(folder(), ["--log", log, "--steps", "2", ...words], { name, minutes: 1 });
    return { job, roster, budget: 1, out: join(folder(), name), ...given };
  };
  return { folder, made, cluster };
}

/** The trainings that have begun, a line each, with the file of its record. */
export function begun({ out }: ClassRequest): string[] {
  return readFileSync(`${out}.log`, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("begun "));
}

/** The job of a student's first attempt, once its number is in the journal. */
export const jobIdOf = async (request: ClassRequest, student = 0): Promise<string | undefined> =>
  (await journalOf(request).catch(() => undefined))?.students[student].attempts.at(0)?.job;

/** What the journal of a class says. */
export async function journalOf({ out }: ClassRequest): Promise<ClassJournal> {
  const journal = await readClassJournal(out);
  if (!journal) throw new Error("there is no journal");
  return journal;
}
