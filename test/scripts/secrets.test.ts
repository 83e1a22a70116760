import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

/** What keys, tokens and passwords look like, one after the other on a line. */
const secrets: [what: string, pattern: RegExp][] = [
  ["a private key", /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY/],
  ["an AWS key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})/],
  ["a GitLab token", /\bglpat-[\w-]{20,}/],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b|:_auth(?:Token)?\s*=\s*[^\s$]/],
  ["a Slack token", /\bxox[abprs]-[\w-]{10,}/],
  ["a Google key", /\bAIza[\w-]{35}\b/],
  ["a PyPI token", /\bpypi-[\w-]{50,}/],
  ["an API key", /\bsk-[A-Za-z0-9_-]{32,}/],
  ["a JSON web token", /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{15,}/],
  ["a password's hash", /\$(?:6|5|2[aby]|y|argon2id?)\$[^\s"'`]{40,}/],
  ["an address with a password", /\b[a-z][a-z+]*:\/\/[^\s/:@"'`$<>{}]+:[^\s/:@"'`$<>{}]{3,}@/],
  [
    "a secret that is given a value",
    /\b(?:\w+[_-])?(?:password|passwd|secret|api_?key|auth_?token|access_?token|cookie_?secret)["']?\s*[:=]\s*["'](?![\s<$%{*.]|x{3,})[^\s"'`]{8,}["']/i,
  ],
];

/** Why a text may not be kept; undefined where it may. */
function secretIn(text: string): string | undefined {
  return secrets.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Files that look like keys or databases, whatever is in them. */
const names =
  /(^|\/)(id_(rsa|dsa|ecdsa|ed25519)|\.netrc|\.pgpass|\.env|gradebook\.db|jupyterhub\.sqlite|.*\.(pem|p12|pfx|key|kdbx|keytab))$/;

test("no secret lies in the repository", (context) => {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: workbookRoot, encoding: "utf8" });
  context.skip(status !== 0, "this copy is no git checkout");
  const files = stdout.split("\0").filter((file) => file !== "");
  expect(files).toContain("package.json");
  const found = files.flatMap((file) => {
    if (names.test(file)) return [`${file}: a name that only secrets have`];
    const path = join(workbookRoot, file);
    const there = statSync(path, { throwIfNoEntry: false });
    if (!there?.isFile() || there.size > 5_000_000) return [];
    const text = readFileSync(path, "utf8");
    if (text.includes("\0")) return [];
    return text.split("\n").flatMap((line, at) => {
      const what = secretIn(line.slice(0, 100_000));
      return what === undefined ? [] : [`${file}:${at + 1}: ${what}`];
    });
  });
  expect(found).toEqual([]);
});

// Put together here, so that this file holds none.
const of = (...parts: string[]): string => parts.join("");

test.each([
  ["a private key", of("-----BEGIN RSA PRIV", "ATE KEY-----")],
  ["a GitHub token", of("token gh", "p_", "a1".repeat(18))],
  ["a JSON web token", of("ey", "Jhbg".repeat(5), ".ey", "Jzdg".repeat(5), ".", "abcd".repeat(5))],
  ["an address with a password", of("postgres://ada:", "lovelace", "@db/x")],
  ["a password's hash", of("root:$", "6$salt$", "abcd".repeat(12))],
  ["a secret that is given a value", of("cookie_", 'secret = "', "0123456789abcdef", '"')],
])("%s is recognised", (what, text) => {
  expect(secretIn(text)).toBe(what);
});

test("what only speaks of secrets is none", () => {
  for (const text of [
    "password: z.string()",
    'const password = randomBytes(16).toString("hex")',
    'secret: "<made at start>"',
    "https://127.0.0.1:8443/hub",
  ]) {
    expect(secretIn(text)).toBeUndefined();
  }
});
