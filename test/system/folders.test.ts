import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolders } from "../../lib/system/folders";
import { temporaryFolder } from "../temporary";

it("makes a folder with those above it, with its mode, and uses one that is there", () => {
  const folder = temporaryFolder("folders");
  const deep = join(folder, "a", "b", "c");
  makeFolders(deep, 0o700);
  makeFolders(deep);
  expect([join(folder, "a"), deep].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
});

it.each(["/proc/none", "/proc/none/deeper/still", "/proc/self/none", "/dev/null/none"])(
  "ends in an error at %s",
  (path) => {
    expect(() => makeFolders(path)).toThrow(/^(ENOENT|ENOTDIR|EEXIST|EPERM|EACCES): /);
  },
);

it("takes neither a file nor a link to nothing for a folder", () => {
  const folder = temporaryFolder("folders");
  writeFileSync(join(folder, "file"), "");
  symlinkSync("nowhere", join(folder, "link"));
  for (const name of ["file", "link"]) {
    expect(() => makeFolders(join(folder, name, "in it"))).toThrow(/EEXIST/);
  }
  expect(existsSync(join(folder, "nowhere"))).toBe(false);
});
