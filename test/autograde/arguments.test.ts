import { expect, it } from "vitest";
import { home, usualTemporary } from "../../lib/autograde/sandbox/arguments";

it("gives /tmp to a sandbox, unless the installation is seen there", () => {
  expect(usualTemporary(["/usr/lib", "/tmpfiles/workbook"])).toEqual(["--symlink", `${home}/tmp`, "/tmp"]);
  expect(usualTemporary(["/usr/lib", "/tmp/workbook/dist"])).toEqual([]);
});
