import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compare, readAccepted, readReport } from "../../scripts/audit/compare.mjs";
import { workbookRoot } from "../../lib/system/workbook";

const advisory = (id: string, name: string, severity: string) => ({
  name,
  severity,
  title: `${name} is bad`,
  url: `https://github.com/advisories/${id}`,
});

const printed = JSON.stringify({
  vulnerabilities: {
    a: { via: [advisory("GHSA-1-1", "a", "high"), advisory("GHSA-2-2", "a", "low")] },
    b: { via: ["a"] },
    c: { via: [advisory("GHSA-3-3", "c", "critical"), advisory("GHSA-1-1", "a", "high")] },
  },
});

test("high and critical advisories are found, each once, where they stand", () => {
  expect(readReport(printed)?.map((each) => [each.id, each.package])).toEqual([
    ["GHSA-1-1", "a"],
    ["GHSA-3-3", "c"],
  ]);
});

test("a registry that does not answer, or answers something else, is no report", () => {
  expect(readReport('{"vulnerabilities": {}}')).toEqual([]);
  for (const text of ["", "<html>", "null", "[]", "7", '{"message": "405", "error": {}}'])
    expect(readReport(text), text).toBeUndefined();
  for (const vulnerabilities of [null, [], "none", { a: null }, { a: {} }, { a: { via: "a" } }])
    expect(readReport(JSON.stringify({ vulnerabilities })), JSON.stringify(vulnerabilities)).toBeUndefined();
});

test.each([
  ["a registry that does not answer", { npm_config_registry: "http://127.0.0.1:9/" }],
  ["no npm", { PATH: "/nowhere" }],
])("with %s, the command ends with 2 and one line", (_, env) => {
  const audit = spawnSync(process.execPath, [join(workbookRoot, "scripts", "audit.mjs")], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect([audit.status, audit.stdout]).toEqual([2, ""]);
  expect(audit.stderr).toMatch(/^npm audit: npm gives no advisories here, so nothing was compared: [^\n]*\.\n$/);
});

test("what is listed passes; what is not, and what is gone, does not", () => {
  const report = readReport(printed) ?? [];
  const listed = (...ids: [string, string][]) =>
    ids.map(([id, name]) => ({ id, package: name, reason: "it is not run" }));
  expect(compare(report, listed(["GHSA-1-1", "a"], ["GHSA-3-3", "c"]))).toEqual({
    lines: ["npm audit: nothing high, but for the 2 that audit.json lists."],
    good: true,
  });
  const { lines, good } = compare(report, listed(["GHSA-1-1", "a"], ["GHSA-4-4", "d"]));
  expect(good).toBe(false);
  expect(lines).toEqual([
    "c: critical: c is bad (GHSA-3-3): update or override it, or list it in audit.json with the reason.",
    "d: GHSA-4-4 is listed in audit.json, and gone: take it out.",
  ]);
});

test("audit.json gives a reason for each", () => {
  expect(() => readAccepted('{"accepted": [{"id": "GHSA-1-1", "package": "a"}]}')).toThrow(/has no reason/);
  readAccepted(readFileSync(join(workbookRoot, "audit.json"), "utf8"));
});
