import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

test("npm audit has nothing high that is not listed with its reason", (context) => {
  const script = join(workbookRoot, "scripts", "audit.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  context.skip(status === 2, stderr.trim());
  expect(stdout).toMatch(/^npm audit: nothing high[^\n]*\.\n$/);
});
