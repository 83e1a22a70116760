import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { setUpRelease } from "../../setup/release.mjs";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

let releases: string;
beforeEach(() => {
  releases = join(temporaryFolder("releases"), "own");
  vi.stubEnv("WORKBOOK_RELEASES", releases);
});

it("sets up releases by their numbers, and says how to get a tag that a clone lacks", async () => {
  for (const name of ["", "..", "v0.1.0", "0.1.0/../..", "HEAD", "--output=x"])
    await expect(setUpRelease(name)).rejects.toThrow(/ is no release: name one of those in CHANGELOG\.md/);
  const missing = `${workbookRoot} does not have the tag v9999.0.0: get it by \`git fetch --tags\`, and run this again.`;
  await expect(setUpRelease("9999.0.0")).rejects.toThrow(missing);
  expect(existsSync(releases)).toBe(false);
});

it("leaves a release that is set up as it is", async () => {
  const stamp = join(releases, "0.0.1", ".workbook", "stamps", "release");
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, "made up\n");
  expect(await setUpRelease("0.0.1")).toBe(join(releases, "0.0.1"));
  expect(readFileSync(stamp, "utf8")).toBe("made up\n");
});
