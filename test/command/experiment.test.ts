import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toTheEnd } from "../experiment/made-up";
import { temporaryFolder } from "../temporary";

const working = temporaryFolder("experiment");
beforeAll(() => {
  process.env.WORKBOOK_CLUSTER = "none";
});
afterAll(() => {
  delete process.env.WORKBOOK_CLUSTER;
});

const wrong: [words: string[], status: number, line: RegExp][] = [
  [["run", "none"], 1, /^workbook: There is no design "none": name a file, or one of .*quick/],
  [
    ["run", "bad.yaml"],
    1,
    /^workbook: The design bad\.yaml: .*"replicate".* chapters\/05-experiments\/programs\/quick\.yaml shows one/,
  ],
  [["run", "broken.yaml"], 1, /^workbook: The design broken\.yaml: it is no YAML: /],
  [["run", "quick", "--on", "slurm"], 1, /^workbook: There is no Slurm here: .*`\.\/workbook cluster up`/],
  [
    ["run", "full", "--on", "local"],
    1,
    /^workbook: The design full asks for nodes with 1 GPU each, which only Slurm can give/,
  ],
  [["resume", "quick"], 1, /^workbook: The experiment quick has not begun: `\.\/workbook experiment run` begins it/],
  [
    ["status", "quick"],
    1,
    /^workbook: The experiment quick has not begun\. `\.\/workbook experiment run quick` begins it/,
  ],
  [["stop", "quick"], 1, /^workbook: The experiment quick has not begun/],
  [["run", "quick", "--on", "mars"], 2, /--on <place>.*mars.*slurm, local/],
  [["run"], 2, /missing required argument 'design'/],
];

it("refuses what is wrong in one line, and begins nothing", async () => {
  const folders = wrong.map(() => mkdtempSync(join(working, "each-")));
  const said = await Promise.all(
    wrong.map(([words], at) => {
      const bad = "program: 04-many-nodes/train\nfactors: { a: [1] }\nreplicates: 1\nseed: 1\nreplicate: 3\n";
      writeFileSync(join(folders[at], "bad.yaml"), bad);
      writeFileSync(join(folders[at], "broken.yaml"), "program: [\n");
      return toTheEnd({ working: folders[at] }, words[0], ...words.slice(1));
    }),
  );
  said.forEach(({ status, printed }, at) => {
    expect(printed).toMatch(wrong[at][2]);
    expect([status, printed.trimEnd().split("\n").length], printed).toEqual([wrong[at][1], 1]);
  });
  for (const folder of folders) {
    expect(existsSync(join(folder, "results", "experiments", "quick", "journal.json"))).toBe(false);
  }
});

it("says what it can", async () => {
  const { status, printed } = await toTheEnd({ working }, "--help");
  expect(status).toBe(0);
  for (const word of ["run", "status", "stop", "resume", "quick"]) expect(printed).toContain(word);
});
