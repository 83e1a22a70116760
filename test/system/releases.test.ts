import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { releaseRoot, thisRelease } from "../../lib/system/releases";
import { workbookRoot } from "../../lib/system/workbook";
import { makeRelease } from "../course/made-up-release";
import { temporaryFolder } from "../temporary";

const releases = temporaryFolder("releases");

it("a release's folder is this installation's, or one that set-up has finished", () => {
  vi.stubEnv("WORKBOOK_RELEASES", releases);
  const root = makeRelease(releases, "0.0.1");
  expect([releaseRoot(thisRelease), releaseRoot("0.0.1")]).toEqual([workbookRoot, root]);
  rmSync(join(root, ".workbook", "stamps"), { recursive: true });
  expect(() => releaseRoot("0.0.1")).toThrow("run `./workbook setup --release 0.0.1`");
});

it.each(["", "..", "0.1", "v0.1.0", "../0.1.0", "0.1.0/..", "0.1.0\n", "0.1.0\0", "00000.1.0", "٠.١.٠", "/etc"])(
  "%j is no release, and no folder is looked for",
  (name) => {
    expect(() => releaseRoot(name)).toThrow(/ is no release: CHANGELOG\.md lists them, such as 0\.1\.0\.$/);
  },
);
