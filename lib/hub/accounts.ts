import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { searchPath } from "../system/packages";
import { execute } from "../system/execute";
import { writeWholeSync } from "../system";
import { makeOwnFolder, removeTree } from "../system/own-folder";
import { hubFolder, testFolder } from "./folder";
import { end, processesOfUser } from "./processes";

/** A Unix account that was made to try the hub. */
export interface TestAccount {
  name: string;
  /** Random. */
  password: string;
  role: "student" | "instructor";
  home: string;
}

/** Who is made, unless a test wants others. */
export const usualTestAccounts = { students: ["student1", "student2"], instructors: ["instructor"] };

/** The file that tells the test accounts' passwords, for root alone. */
export const testAccountsFile = (folder = hubFolder()): string => join(folder, "test-accounts.json");

const schema = z.array(
  z.object({ name: z.string(), password: z.string(), role: z.enum(["student", "instructor"]), home: z.string() }),
);

/** The test accounts of a hub. */
export function testAccounts(folder: string): TestAccount[] {
  try {
    return schema.parse(JSON.parse(readFileSync(testAccountsFile(folder), "utf8")));
  } catch {
    return [];
  }
}

// In an account's comment, so that no other account is ever taken for one of ours.
const mark = (folder: string) => `test account of the hub in ${folder.replace(/[:,]/g, "_")}`;

/**
 * Makes accounts with random passwords, which only a file of root's tells, and homes that only they can enter.
 * @throws where an account of such a name is there
 */
export async function makeTestAccounts(folder: string, names: typeof usualTestAccounts): Promise<TestAccount[]> {
  const homes = join(testFolder(folder), "home");
  const accounts = [
    ...names.students.map((name) => ({ name, role: "student" as const })),
    ...names.instructors.map((name) => ({ name, role: "instructor" as const })),
  ].map((each) => ({ ...each, password: randomBytes(18).toString("base64url"), home: join(homes, each.name) }));
  const taken = accounts.find(({ name }) => accountLine(name) !== undefined);
  if (taken !== undefined) {
    throw new Error(
      `There is an account ${taken.name} on this machine already ("${commentOf(taken.name)}"): the hub makes no test account ` +
        `over it. If a hub that was killed left it, remove it with "userdel ${taken.name}".`,
    );
  }
  for (const each of [testFolder(folder), homes]) await makeOwnFolder(each, 0o755);
  writeWholeSync(testAccountsFile(folder), JSON.stringify(accounts), 0o600);
  for (const { name, home } of accounts) {
    const flags = ["--create-home", "--home-dir", home, "--key", "HOME_MODE=0700", "--user-group"];
    await run("useradd", [...flags, "--shell", "/bin/bash", "--comment", mark(folder), name]);
  }
  await run("chpasswd", [], accounts.map(({ name, password }) => `${name}:${password}\n`).join(""));
  return accounts;
}

/** Removes the test accounts of a hub with everything that is theirs: processes, homes, what they exchanged. */
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

/** What servers that were killed leave in the temporary folder. */
async function removeFilesOf(uid: number): Promise<void> {
  for (const name of readdirSync("/tmp").filter((each) => each.startsWith("notebook-server-"))) {
    const path = join("/tmp", name);
    if (lstatSync(path).uid === uid) await removeTree(path);
  }
}

/** The ids of an account and of its group. @throws where there is none */
export function idsOf(name: string): { uid: number; gid: number } {
  const found = accountLine(name);
  if (found === undefined) throw new Error(`There is no account ${name} on this machine.`);
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

const commentOf = (name: string) => accountLine(name)?.[4] ?? "";
const accountLine = (name: string) => accountLines().find(([each]) => each === name);
const accountLines = () =>
  readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));

async function run(program: string, args: readonly string[], input = ""): Promise<void> {
  await execute({ file: program, args: [...args], env: { PATH: searchPath } }, input);
}
