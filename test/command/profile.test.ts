import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { profileCommand } from "../../lib/command/profile/command";

const trace = join(import.meta.dirname, "..", "profile", "two-devices.xplane.pb");

let folder: string;
let printed: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "profile-"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text) => void printed.push(String(text)));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
const run = (...flags: string[]) => profileCommand().parseAsync(["node", "profile", trace, ...flags]);

it("prints where each device's time went, and draws it on a page of its own", async () => {
  const page = join(folder, "timelines", "page.html");
  await run("--out", page);
  expect(printed.join("\n")).toMatch(
    /Step 4: 575\.7 ms\ndevice +compute .*\nCPU:0 +494\.0 ms \(86 %\) +243\.1 ms \(42 %\) +29\.2 ms \(5\.1 %\) .*\nCPU:1 .*\n/,
  );
  expect(readFileSync(page, "utf8")).toContain("Step 4: what each device did (576 ms)");
});

it("draws one step as plotly's JSON, which needs no browser", async () => {
  await run("--step", "4", "--out", join(folder, "step.json"));
  const figure = JSON.parse(readFileSync(join(folder, "step.json"), "utf8")) as { data: { name: string }[] };
  expect(figure.data.map(({ name }) => name)).toContain("all-reduce while computing");
});

it("refuses a step that the profile has not, and a file it cannot draw, in one line", async () => {
  await expect(run("--step", "9")).rejects.toThrow("The profile has no step 9. Choose one of 4.");
  await expect(run("--out", "timeline.pdf")).rejects.toThrow(
    /is drawn as \.html, \.png, \.svg or \.json, not "timeline\.pdf"/,
  );
});
