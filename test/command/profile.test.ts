import { copyFileSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { profileCommand } from "../../lib/command/profile/command";
import { STEP_EVENT } from "../../lib/profile/event-names";
import { madeUpProfile } from "../profile/made-up";
import { inOwnFolder } from "../own-folder";

const trace = join(import.meta.dirname, "..", "profile", "two-devices.xplane.pb");

const own = inOwnFolder("profile");
const runOn = (path: string, ...flags: string[]) => profileCommand().parseAsync(["node", "profile", path, ...flags]);
const run = (...flags: string[]) => runOn(trace, ...flags);

it("prints where each device's time went, and draws it on a page of its own", async () => {
  const page = join(own.folder, "timelines", "page.html");
  await run("--out", page);
  expect(own.printed.join("\n")).toMatch(
    /Step 4: 575\.7 ms\ndevice +compute .*\nCPU:0 +494\.0 ms \(86 %\) +243\.1 ms \(42 %\) +29\.2 ms \(5\.1 %\) .*\nCPU:1 .*\n/,
  );
  expect(readFileSync(page, "utf8")).toContain("Step 4: what each device did (576 ms)");
});

it("draws one step as plotly's JSON, which needs no browser", async () => {
  await run("--step", "4", "--out", join(own.folder, "step.json"));
  const figure = JSON.parse(readFileSync(join(own.folder, "step.json"), "utf8")) as { data: { name: string }[] };
  expect(figure.data.map(({ name }) => name)).toContain("all-reduce while computing");
});

it("refuses a step that the profile has not, and a file it cannot draw, in one line", async () => {
  await expect(run("--step", "9")).rejects.toThrow("The profile has no step 9. Choose one of 4.");
  await expect(run("--out", "timeline.pdf")).rejects.toThrow(
    /is drawn as \.html, \.png, \.svg or \.json, not "timeline\.pdf"/,
  );
  expect(own.printed).toEqual([]);
});

it("refuses processes that recorded different steps in one line, before it prints a table", async () => {
  const inOneRun = join(own.folder, "plugins", "profile", "2026_11_21_14_33_31");
  mkdirSync(inOneRun, { recursive: true });
  const recorded = (host: string, step: number, written: number) => {
    const events = {
      main: [[STEP_EVENT, 0, 100, { step_num: step }] as [string, number, number, { step_num: number }]],
    };
    const file = join(inOneRun, `${host}.xplane.pb`);
    writeFileSync(file, madeUpProfile({ "/host:CPU": events }));
    utimesSync(file, written, written);
  };
  recorded("node1", 4, 1000);
  recorded("node2", 4, 2000);
  await runOn(own.folder, "--step", "4");
  expect(own.printed.join("\n")).toMatch(/node1 .*\nnode2 /);
  own.printed = [];
  recorded("node1", 2, 3000);
  await expect(runOn(own.folder, "--step", "2")).rejects.toThrow(
    /^node2 recorded the steps 4, and not step 2: choose one/,
  );
  await expect(runOn(own.folder)).rejects.toThrow(
    /^node1 recorded the steps 2, and node2 4: compare profiles of one run/,
  );
  expect(own.printed).toEqual([]);
});

it("passes over a stale link with a line, and says where nothing is left", async () => {
  const warned = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const link = join(own.folder, "a.xplane.pb");
  symlinkSync(join(own.folder, "gone"), link);
  await expect(runOn(own.folder)).rejects.toThrow(
    `There is no *.xplane.pb in ${own.folder} that can be read, and ${link} is a link to nothing or no file: \`./workbook train`,
  );
  copyFileSync(trace, join(own.folder, "b.xplane.pb"));
  await runOn(own.folder);
  expect(own.printed.join("\n")).toMatch(/b\.xplane\.pb\n\nStep 4: /);
  expect(warned.mock.calls).toEqual([[`Without ${link}: it is a link to nothing, or no file. Delete it.`]]);
});
