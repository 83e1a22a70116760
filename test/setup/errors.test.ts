import { expect, test } from "vitest";
import { explain } from "../../setup/errors.mjs";

const one = (output: string) => explain("npm packages", output, "setup.log");

test("each failure is one line with its remedy", () => {
  expect(one("npm error code ENOSPC\nnpm error nospc write")).toMatch(/^npm packages: the disk is full\. Make room in/);
  expect(one("npm error code EAI_AGAIN\nnpm error getaddrinfo")).toMatch(
    /cannot be reached.*--download DIR.*--from DIR/,
  );
  expect(one("WARNING: Retrying ... NewConnectionError(...)\nERROR: No matching distribution")).toMatch(
    /cannot be reached/,
  );
  expect(one("npm error code EACCES\nnpm error EACCES: mkdir '/opt/x'")).toMatch(
    /may not be written.*'\/opt\/x'.*who owns/,
  );
  expect(one("c++: fatal error: Killed signal terminated program cc1plus\nmake: Error 1")).toMatch(/MAKEFLAGS=-j1/);
  for (const output of ["ENOSPC", "ENOTFOUND", "EACCES", "else"]) expect(one(output)).not.toContain("\n");
});

test("an unknown failure quotes the line that says most, and where the rest is", () => {
  const output = "hook.cc: In function\nhook.cc:3: fatal error: no such file\ncompilation terminated.\n";
  expect(one(output)).toBe("npm packages failed: hook.cc:3: fatal error: no such file (all of its output: setup.log)");
  const wrapped = "a.cc:3:10: fatal error: no b.h\nmake: *** [all] Error 2\nerror: subprocess-exited-with-error";
  expect(one(wrapped)).toMatch(/^npm packages failed: a\.cc:3:10: fatal error: no b\.h \(/);
  expect(one("")).toContain("it printed nothing");
});
