// @ts-check
// `npm run audit`: compares the advisories of `npm audit` with audit.json, which lists those that cannot be avoided, with the
// reason. The exit status is 1 when a high or critical advisory is not listed, or a listed one no longer exists; and 2 when the
// registry gives no advisories, which says nothing.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";
import { compare, readAccepted, readReport } from "./audit/compare.mjs";

const report = readReport(await npmAudit());
if (report === undefined) {
  console.error(
    "npm audit: npm gives no advisories here, so nothing was compared: run it where npm's registry answers.",
  );
  process.exitCode = 2;
} else {
  const accepted = readAccepted(readFileSync(join(root, "audit.json"), "utf8"));
  const { lines, good } = compare(report, accepted);
  for (const line of lines) console.log(line);
  process.exitCode = good ? 0 : 1;
}

/** @returns {Promise<string>} the output of `npm audit --json`, whatever its exit status: 1 only means that it found advisories. */
async function npmAudit() {
  const child = spawn("npm", ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=20000"], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    signal: AbortSignal.timeout(60_000), // keeps nobody waiting where npm did not start
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  await new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  return text;
}
