import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accountNamed, accountWith, asAccount } from "../../lib/system/account";
import { notebookPython } from "../../lib/notebooks/environment";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";
import { mallory, rightsOf, whyNotRoot } from "./mallory";

it("knows accounts by name and by number, and root's as no student's", async () => {
  expect(await accountNamed("nobody")).toMatchObject({ name: "nobody", uid: 65534 });
  expect(await accountNamed("root")).toBeUndefined();
  expect(await accountNamed("0")).toBeUndefined();
  expect(await accountNamed("no such account")).toBeUndefined();
  expect(await accountWith(0)).toMatchObject({ name: "root" });
  expect(await accountWith(4_000_000)).toBeUndefined();
});

it.skipIf(whyNotRoot !== "")("runs nothing in another account in the folder where root is", () => {
  const closed = temporaryFolder("closed");
  mkdirSync(join(closed, "class"), { mode: 0o755 });
  const [program, args] = asAccount(mallory, "pwd", []);
  expect(execFileSync(program, args, { encoding: "utf8", cwd: join(closed, "class") })).toBe("/\n");
});

/** Says who it is, and tries to open root's terminal and to type a line into it. */
const probe = `
my $terminal = (split / /, (split /\\) /, do { local (@ARGV, $/) = "/proc/self/stat"; <> })[1])[4];
printf "uid %d, terminal %d\\n", $<, $terminal;
my $letter = "x";
for my $way ("+</dev/tty", "+<&=0", "+<&=1", "+<&=2") {
  open(my $handle, $way) or next;
  my $typed = ioctl($handle, 0x5412, $letter);
  print $typed ? "TYPED by $way\\n" : "refused\\n";
}`;

/** What a command prints that is started from a terminal of root's. `script` makes one. */
function fromTerminal(command: string): string {
  return execFileSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8", input: "" });
}
const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");

/** Why root's terminal cannot be tried here; "" where it can. A container may have no pseudo-terminals. */
function whyNoTerminal(): string {
  if (whyNotRoot) return whyNotRoot;
  try {
    fromTerminal("true");
    return "";
  } catch {
    return "no pseudo-terminal can be made here";
  }
}
const reason = whyNoTerminal();

describe.skipIf(reason !== "")(`root's terminal (${reason || "as root"})`, () => {
  const file = join(temporaryFolder("probe"), "said");

  it("is one into which a program in another account could type", () => {
    const said = fromTerminal(quoted(["setpriv", ...rightsOf(), "perl", "-e", probe]));
    expect(said).toMatch(/uid 65534, terminal [1-9]\d*\s/);
  });

  it("is kept from what is run in another account", () => {
    const [program, args] = asAccount(mallory, "perl", ["-e", probe]);
    const said = fromTerminal(`${quoted([program, ...args])} </dev/null >${file} 2>&1; cat ${file}`);
    expect(said).toMatch(/uid 65534, terminal 0\s/);
    expect(said).not.toContain("TYPED");
  });

  it("is kept from an errand in a student's folder", () => {
    // In Node's place a program that answers with the terminal that it has.
    const folder = temporaryFolder("answering");
    chmodSync(folder, 0o755);
    const node = join(folder, "node");
    writeFileSync(node, `#!/bin/sh\nprintf '{"error":"terminal %s"}' "$(cut -d' ' -f7 /proc/self/stat)"\n`, {
      mode: 0o755,
    });
    const script = `
      const { inAccount } = require(${JSON.stringify(join(workbookRoot, "dist/lib/course/jobs/errands.js"))});
      process.execPath = ${JSON.stringify(node)};
      inAccount(${JSON.stringify(mallory)}, { what: "disown", folder: "/nowhere" }).catch((error) => console.log(error.message));`;
    expect(fromTerminal(quoted([process.execPath, "-e", script]))).toContain("The account nobody: terminal 0.");
  });

  it("is kept from what the hub runs in a user's account", () => {
    const print = `import sys; sys.path.insert(0, ${JSON.stringify(join(workbookRoot, "slurm", "jupyterhub"))})
import server_jobs; print(server_jobs.ServerJob.exec_prefix.default_value.format(username="nobody"))`;
    const prefix = execFileSync(notebookPython(), ["-c", print], { encoding: "utf8" }).trim();
    const said = fromTerminal(
      `sh -c ${quoted([`${prefix} ${quoted(["perl", "-e", probe])} </dev/null >${file} 2>&1`])}; cat ${file}`,
    );
    expect(said).toMatch(/uid 65534, terminal 0\s/);
    expect(said).not.toContain("TYPED");
    expect(execFileSync("sh", ["-c", `${prefix} pwd`], { encoding: "utf8" })).toBe("/\n");
  });
});
