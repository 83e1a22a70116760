import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { classRunCommand } from "../../lib/command/course/run/command";
import { inOwnFolder } from "../own-folder";

const own = inOwnFolder("class");
afterEach(() => void (process.exitCode = undefined));

async function dryRun(cluster: string, ...flags: string[]): Promise<string> {
  writeFileSync("class.csv", "student,account\nann,\nbob,\n");
  writeFileSync("site.json", JSON.stringify({ cluster }));
  vi.stubEnv("WORKBOOK_SITE", resolve("site.json"));
  const whole = ["--students", "class.csv", "--budget", "40", "--own-account", "--dry-run", ...flags];
  await classRunCommand()
    .exitOverride()
    .parseAsync(["node", "run", "many-nodes", ...whole]);
  return own.printed.at(-1) ?? "";
}

it("forecasts each job of a class before anything is submitted", async () => {
  expect(await dryRun("two-cores", "--preset", "quick")).toMatch(
    /^Each job should take about .* \(95 %: .* to .*\) once it starts; this rests on .*\.$/,
  );
});

it("says so where nothing is known", async () => {
  expect(await dryRun("", "--gpus-per-node", "1")).toBe(
    "There is no forecast: nothing is known yet of such a training on such devices.",
  );
});
