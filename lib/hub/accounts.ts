import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { searchPath } from "../system/packages";
import { execute } from "../system/execute";
import { writeWholeSync } from "../system/atomic";
import { readIfValid } from "../system/checked-json";
import { makeOwnFolder, removeTree } from "../system/own-folder";
import { hubFolder, testFolder } from "./folder";
import { end, processesOfUser } from "./processes";

const testAccountSchema = z.object({
  name: z.string(),
  password: z.string(),
  role: z.enum(["student", "instructor"]),
  home: z.string(),
});

/** A Unix account that was made to try the hub, with a random password. */
export type TestAccount = z.infer<typeof testAccountSchema>;

/** The names of the test accounts, unless a test needs others. */
export const usualTestAccounts = { students: ["student1", "student2"], instructors: ["instructor"] };

/** The file with the test accounts' passwords, which only root can read. */
export const testAccountsFile = (folder = hubFolder()): string => join(folder, "test-accounts.json");

/** The test accounts of a hub. */
export const testAccounts = (folder: string): TestAccount[] =>
  readIfValid(testAccountsFile(folder), z.array(testAccountSchema)) ?? [];

// This is the comment of our accounts in /etc/passwd, so that no other account is ever taken for one of ours.
const mark = (folder: string) => `test account of the hub in ${folder.replace(/[:,]/g, "_")}`;

/**
 * Makes accounts with random passwords, which go into a file that only root can read, and with homes that only they can enter.
 * @throws one line where there is an account of such a name already
 */
export async function makeTestAccounts(folder: string, names: typeof usualTestAccounts): Promise<TestAccount[]> {
  const homes = join(testFolder(folder), "home");
  const accounts = [
    ...names.students.map((name) => ({ name, role: "student" as const })),
    ...names.instructors.map((name) => ({ name, role: "instructor" as const })),
  ].map((account) => ({
    ...account,
    password: randomBytes(18).toString("base64url"),
    home: join(homes, account.name),
  }));
  const taken = accountLines().find(([existing]) => accounts.some(({ name }) => name === existing));
  if (taken !== undefined) {
    const [name, , , , comment] = taken;
    throw new Error(
      `There is an account ${name} on this machine already ("${comment}"): the hub makes no test account ` +
        `over it. If a hub that was killed left it, remove it with "userdel ${name}".`,
    );
  }
  for (const path of [testFolder(folder), homes]) await makeOwnFolder(path, 0o755);
  writeWholeSync(testAccountsFile(folder), JSON.stringify(accounts), 0o600);
  for (const { name, home } of accounts) {
    const flags = ["--create-home", "--home-dir", home, "--key", "HOME_MODE=0700", "--user-group"];
    await run("useradd", [...flags, "--shell", "/bin/bash", "--comment", mark(folder), name]);
  }
  await run("chpasswd", [], accounts.map(({ name, password }) => `${name}:${password}\n`).join(""));
  return accounts;
}

/** Removes the test accounts of a hub with their processes, their homes, and the work that they exchanged. */
export async function removeTestAccounts(folder: string): Promise<void> {
  for (const [name, , uid, , comment] of accountLines()) {
    if (comment !== mark(folder)) continue;
    await end(processesOfUser(Number(uid)), 2);
    await removeFilesOf(Number(uid));
    await run("userdel", [name]);
  }
  rmSync(testAccountsFile(folder), { force: true });
  await removeTree(testFolder(folder));
}

/** Removes the files that an account's servers have left in the temporary folder because they were killed. */
async function removeFilesOf(uid: number): Promise<void> {
  for (const name of readdirSync("/tmp").filter((file) => file.startsWith("notebook-server-"))) {
    const path = join("/tmp", name);
    if (lstatSync(path).uid === uid) await removeTree(path);
  }
}

/** The fields of /etc/passwd, in which `useradd` makes accounts. */
const accountLines = () =>
  readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));

async function run(program: string, args: readonly string[], input = ""): Promise<void> {
  await execute({ file: program, args: [...args], env: { PATH: searchPath } }, input);
}
