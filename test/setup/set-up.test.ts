import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { choosePython, minorVersion } from "../../setup/python.mjs";
import { hashOf } from "../../setup/stamp.mjs";
import { temporaryFolder } from "../temporary";

const root = resolve(import.meta.dirname, "../..");

function workbook(folder: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const options = { encoding: "utf8", env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "workbook"), ...args], options);
  return { status, stdout, stderr };
}

describe("before set-up", () => {
  // A clone has neither node_modules/ nor dist/ nor .workbook/.
  // Such a folder's name must do no harm in addresses, in the linker's words, or in a shell.
  const clone = join(temporaryFolder("clone"), "a#b?c, 100% $HOME");
  mkdirSync(clone);
  for (const name of ["workbook", "package.json", "package-lock.json", "requirements.txt", "tsconfig.json"]) {
    copyFileSync(join(root, name), join(clone, name));
  }
  for (const name of ["setup", "lib/tensorflow", "kernel"])
    cpSync(join(root, name), join(clone, name), { recursive: true });

  test("a command says what to run first", () => {
    const { status, stderr } = workbook(clone, ["train"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^workbook: not set up yet\. Run `npm start` once.*\n$/);
  });

  test("the doctor tells what is missing, and fails", () => {
    const foreign = { PYTHONPATH: "/x", PYTHONHOME: "/usr", PIP_USER: "1", NODE_ENV: "production", TMPDIR: "/none" };
    const { status, stdout } = workbook(clone, ["doctor"], { ...foreign, NODE_OPTIONS: "--no-warnings" });
    expect(status).toBe(1);
    for (const name of Object.keys(foreign))
      expect(stdout).toMatch(new RegExp(`✓  environment, ignored[^✓✗]*\\b${name}\\b`));
    expect(stdout).toMatch(/- {2}environment, in force +NODE_OPTIONS\n +To do: unset/);
    expect(stdout).toMatch(/✓ {2}Python 3\.10 to 3\.13 +3/);
    expect(stdout).toMatch(/✗ {2}npm packages +missing\n +To do: npm start/);
    expect(stdout).toMatch(/- {2}Frameworks to compare with +not set up\n +To do: \.\/workbook setup --frameworks/);
    expect(stdout).toMatch(/✓ {2}Linux, Node 20, 22 or 24 +linux/);
  });

  test.each(["dist/lib/command/main.js", ".workbook/tensorflow.json", "node_modules/commander/package.json"])(
    "what others may not read of an installation is not missing: %s",
    (file) => {
      const [folder] = file.split("/");
      cpSync(join(root, file), join(clone, file));
      chmodSync(join(clone, folder), 0);
      const words = [process.execPath, join(clone, "workbook"), "train"];
      const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]; // root may read everything
      chmodSync(dirname(clone), 0o755);
      const [program, ...args] = process.getuid?.() === 0 ? [...asNobody, ...words] : words;
      const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
      chmodSync(join(clone, folder), 0o755);
      rmSync(join(clone, folder), { recursive: true });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^workbook: you may not read .*chmod -R a\+rX.*umask 022\.\n$/),
      ]);
    },
  );

  test("a missing tool is said in one line, before anything is downloaded", () => {
    const { status, stderr } = workbook(clone, ["setup"], { CXX: "no-such-compiler" });
    expect(status).toBe(1);
    expect(stderr).toBe("workbook: CXX=no-such-compiler is not a C++ compiler that runs: correct or unset it.\n");
    expect(readdirSync(clone)).not.toContain(".workbook");
  });

  test("a folder that is no download, or one for another machine or another workbook, is refused", () => {
    const folder = temporaryFolder("download");
    const refusal = () => workbook(clone, ["setup", "--from", folder]).stderr;
    expect(refusal()).toMatch(/is not a whole download.*--download DIR/);
    const python = minorVersion(choosePython().version);
    const save = (manifest: object) => writeFileSync(join(folder, "workbook.json"), JSON.stringify(manifest));
    save({ arch: process.arch, python: "3.9" });
    expect(refusal()).toMatch(/is for Python 3\.9 on .*download on a machine like this one/);
    save({ arch: process.arch, python, locks: "of last year" });
    expect(refusal()).toMatch(/was made by another version of the workbook: download again/);
  });
});

test.each([[["--form", "x"]], [["newest"]], [["--frameworks", "old"]]])(
  "wrong arguments are one line and exit status 2: %o",
  (args) => {
    const { status, stderr } = workbook(root, ["setup", ...args]);
    expect(status).toBe(2);
    expect(stderr.trimEnd()).not.toContain("\n");
  },
);

test("a second set-up does nothing, and the doctor is content", () => {
  workbook(root, ["setup"]); // a contributor's tree may have been edited since the last one
  expect(workbook(root, ["setup"])).toMatchObject({ status: 0, stderr: "" });
  expect(workbook(root, ["doctor"])).toMatchObject({ status: 0 });
});

test("a hash tells where one part ends and the next begins", () => {
  expect(hashOf(["ab", "c"])).not.toBe(hashOf(["a", "bc"]));
  expect(hashOf(["ab", "c"])).toBe(hashOf([Buffer.from("ab"), "c"]));
});
