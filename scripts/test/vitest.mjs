// @ts-check
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../setup/paths.mjs";
import { countVitest, none } from "./counts.mjs";

/**
 * Runs the tests in test/.
 * @param {{ full: boolean, projects: string[] }} options full: also the tests that take minutes; projects: some of those in
 * vitest.config.mts; none stands for all
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function vitest({ full, projects }) {
  const folder = mkdtempSync(join(tmpdir(), "parallel-training-test-"));
  const report = join(folder, "report.json");
  try {
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile=${report}`,
    ];
    const extent = full ? process.env.WORKBOOK_TEST || "full" : "";
    const env = { ...process.env, WORKBOOK_TEST: extent };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    await new Promise((resolve) => child.on("close", resolve));
    const command = `${full ? `WORKBOOK_TEST=${extent} ` : ""}npx vitest run`;
    return countVitest(JSON.parse(readFileSync(report, "utf8")), root, command);
  } catch (error) {
    console.log(`Vitest left no report: ${/** @type {Error} */ (error).message}`);
    return { ...none, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
