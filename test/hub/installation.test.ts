import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openAnswersNote } from "../../lib/hub";
import { temporaryFolder } from "../temporary";

it("names the folders with answers that students can read, and is silent where there is none", () => {
  const root = temporaryFolder("installation");
  expect(openAnswersNote(root)).toBeUndefined();
  const all = ["solutions", "test", ".git", "results"].map((name) => join(root, name));
  for (const folder of all) mkdirSync(folder);
  for (const folder of all) chmodSync(folder, 0o755); // whatever the umask
  expect(openAnswersNote(root)).toContain(`chmod -R o= ${all.join(" ")}.`);
  for (const folder of all.slice(0, 3)) chmodSync(folder, 0o750);
  expect(openAnswersNote(root)).toContain(`can read the answers in ${all[3]}:`);
  chmodSync(all[3], 0o750);
  expect(openAnswersNote(root)).toBeUndefined();
});
