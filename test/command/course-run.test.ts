import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { join } from "node:path";
import { classRunCommand } from "../../lib/command/course/run/command";
import { temporaryFolder } from "../temporary";

const before = process.cwd();
let lines: string[];
beforeEach(() => {
  process.chdir(temporaryFolder("class-"));
  writeFileSync("class.csv", "student,account\nann,\nbob,\n");
  lines = [];
  vi.spyOn(console, "log").mockImplementation((text: string) => void lines.push(...text.split("\n")));
});
afterEach(() => {
  process.chdir(before);
  process.exitCode = undefined;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function dryRun(cluster: string, ...flags: string[]): Promise<string> {
  const site = join(process.cwd(), "site.json");
  writeFileSync(site, JSON.stringify({ cluster }));
  vi.stubEnv("WORKBOOK_SITE", site);
  const whole = ["--students", "class.csv", "--budget", "40", "--own-account", "--dry-run", ...flags];
  await classRunCommand()
    .exitOverride()
    .parseAsync(["node", "run", "many-nodes", ...whole]);
  return lines[lines.length - 1];
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
