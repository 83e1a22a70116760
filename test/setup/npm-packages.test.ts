import { expect, test } from "vitest";
import { packagesMatch } from "../../setup/steps/npm-packages.mjs";

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
