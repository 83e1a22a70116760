import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask } from "../../setup/run.mjs";
import { packagesMatch, whole } from "../../setup/steps/npm-packages.mjs";
import { temporaryFolder } from "../temporary";

const lock = {
  packages: {
    "": { version: "0.1.0" },
    "lib/own": { version: "1.0.0" },
    "node_modules/own": { link: true },
    "node_modules/a": { version: "1.2.3" },
    "node_modules/mac-only": { version: "2.0.0", optional: true },
  },
};
const installed = (packages: Record<string, { version: string }>) => ({ packages });

test("what the lock names is installed", () => {
  expect(packagesMatch(lock, installed({ "node_modules/a": { version: "1.2.3" } }))).toBe(true);
});

test("a missing package, another version, or nothing at all is not", () => {
  expect(packagesMatch(lock, installed({}))).toBe(false);
  expect(packagesMatch(lock, installed({ "node_modules/a": { version: "1.2.4" } }))).toBe(false);
  expect(packagesMatch(lock, undefined)).toBe(false);
});

test("an optional package may be missing, but not be another version", () => {
  const a = { "node_modules/a": { version: "1.2.3" } };
  expect(packagesMatch(lock, installed({ ...a, "node_modules/mac-only": { version: "1.0.0" } }))).toBe(false);
});

test("npm leaves nothing out, whatever its user's file and variables say", () => {
  const userconfig = join(temporaryFolder("npm"), ".npmrc");
  writeFileSync(userconfig, "omit[]=optional\nomit[]=peer\nglobal=true\ndry-run=true\n");
  const environment = { ...process.env, NODE_ENV: "production", npm_config_userconfig: userconfig };
  const told = (flags: string[]) =>
    ["omit", "global", "dry-run"].map((name) => ask("npm", ["config", "get", name, ...flags], environment));
  expect(told(whole)).toEqual(["", "false", "false"]);
  expect(told([])).not.toContain("false");
});
