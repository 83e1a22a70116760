import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

test("npm audit has nothing high that is not listed with its reason", async (context) => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(workbookRoot, "scripts", "audit.mjs")]);
  context.skip(stdout.includes("skipped"), stdout.trim());
  expect(stdout).toMatch(/^npm audit: nothing high[^\n]*\.\n$/);
});
