import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { hashOf } from "../../../lib/tensorflow/setup/stamp.mjs";

const root = resolve(import.meta.dirname, "../../..");

function workbook(folder: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const options = { encoding: "utf8", env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "workbook"), ...args], options);
  return { status, stdout, stderr };
}

describe("before set-up", () => {
  // A clone has neither node_modules/ nor dist/ nor .workbook/.
  const clone = mkdtempSync(join(tmpdir(), "clone-"));
  for (const name of ["workbook", "package.json", "package-lock.json", "requirements.txt", "tsconfig.json"]) {
    copyFileSync(join(root, name), join(clone, name));
  }
  for (const name of ["lib/tensorflow", "kernel"]) cpSync(join(root, name), join(clone, name), { recursive: true });

  test("a command says what to run first", () => {
    const { status, stderr } = workbook(clone, ["train"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^workbook: not set up yet\. Run `npm start` once.*\n$/);
  });

  test("the doctor tells what is missing, and fails", () => {
    const { status, stdout } = workbook(clone, ["doctor"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ {2}npm packages +missing +npm start/);
    expect(stdout).toMatch(/✓ {2}Linux, Node 20, 22 or 24 +linux/);
  });

  test("a missing tool is said in one line, before anything is downloaded", () => {
    const { status, stderr } = workbook(clone, ["setup"], { CXX: "no-such-compiler" });
    expect(status).toBe(1);
    expect(stderr).toBe("workbook: CXX=no-such-compiler is not a C++ compiler that runs: correct or unset it.\n");
    expect(readdirSync(clone)).not.toContain(".workbook");
  });

  test("a folder that is no download is refused", () => {
    const { status, stderr } = workbook(clone, ["setup", "--from", clone]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/is not a whole download.*--download DIR/);
  });
});

test("wrong flags are one line and exit status 2", () => {
  const { status, stderr } = workbook(root, ["setup", "--form", "x"]);
  expect(status).toBe(2);
  expect(stderr.trimEnd()).not.toContain("\n");
});

test("when all is set up, set-up does nothing and the doctor is content", () => {
  expect(workbook(root, ["setup"])).toMatchObject({ status: 0, stderr: "" });
  expect(workbook(root, ["doctor"])).toMatchObject({ status: 0 });
});

test("a hash tells where one part ends and the next begins", () => {
  expect(hashOf(["ab", "c"])).not.toBe(hashOf(["a", "bc"]));
  expect(hashOf(["ab", "c"])).toBe(hashOf([Buffer.from("ab"), "c"]));
});
