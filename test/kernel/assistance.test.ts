import { beforeAll, describe, expect, it } from "vitest";
import { drive, type Answer, type Driven, type Question } from "./drive";

// Hovering and completing in a cell, asked of one real kernel as JupyterLab asks: after the cells, with the cursor at the "|".

const cells = [
  'import { measure, runOnce, type Place } from "parallel-training/cells";\nimport { scaling, type ScalingStudy } from "parallel-training/measure";',
  'import type { RunRecord } from "parallel-training/runs";\nconst records: RunRecord[] = [];',
  "interface Time {\n  /** in seconds */\n  seconds: number;\n  note?: string;\n}\n/**\n * Doubles a number.\n * @param n the number, see {@link records}\n * @example\n * twice(2) // 4\n */\nfunction twice(n: number): number {\n  return 2 * n;\n}",
  "/**\n * ![](https://evil.example/seen.png) <img src=x> [click](javascript:alert) `code` stays\n * @param n `![](https://evil.example/2.png)\n */\nconst lure = (n: number) => n;",
];

const hovered = {
  imported: "const run = await run|Once({ program: 'x' });",
  measured: "const run = await measure(place, |);",
  place: "let there: Pl|ace;",
  behindTheName: "scaling|(records)",
  insideTheCall: "scaling(|",
  betweenArguments: "scaling(records, | )",
  property: 'runOnce({ prog|ram: "01-one-device/train" })',
  member: "records[0].where.mem|oryBytes",
  ofTheNotebook: "twi|ce(1)",
  interface: "const study = (): Scal|ingStudy => scaling(records);",
  ofNotebook: "const one: Ti|me = { seconds: 1 };",
  lure: "lu|re(1)",
  here: "const fastest = scaling(records).points[0]; fast|est",
  redeclared: "const rec|ords = 'a text'; records",
  nothing: "  |  ",
  behindTheEnd: "twice|",
} as const;

const completed = {
  imported: "const run = await run|",
  member: "records[0].configuration.lo|",
  option: 'runOnce({ program: "01-one-device/train", re|',
  optionOfOptional: "scaling(records, { | })",
  union: 'records[0].outcome === "|"',
  halfOfUnion: 'records[0].outcome === "com|"',
  modules: 'import { show } from "|"',
  rooms: 'import { show } from "parallel-training/|"',
  halfOfRoom: 'import { show } from "parallel-training/plo|"',
  nodes: 'import { readFile } from "node:f|"',
  names: 'import { scal| } from "parallel-training/measure"',
  insideTheName: "runO|n",
  emoji: 'const smile = "😀"; reco|',
  comment: "// run|",
  brokenCell: "for (const run of reco|",
} as const;

let driven: Driven;
const answers: Partial<Record<string, Answer>> = {};
const question = (kind: Question["kind"], text: string): Question => ({
  kind,
  code: text.replace("|", ""),
  cursor: [...text.slice(0, text.indexOf("|"))].length,
});

beforeAll(async () => {
  const asked = [
    ...Object.entries(hovered).map(([name, text]) => [`inspect ${name}`, question("inspect", text)] as const),
    ...Object.entries(completed).map(([name, text]) => [`complete ${name}`, question("complete", text)] as const),
  ];
  const last = asked.findIndex(([name]) => name === "inspect behindTheEnd");
  asked[last][1].cursor += 10;
  driven = await drive({ cells, questions: asked.map(([, each]) => each) });
  for (const [index, [name]] of asked.entries()) answers[name] = driven.answers[index];
});

const plain = (name: keyof typeof hovered): string => answers[`inspect ${name}`]?.data?.["text/plain"] ?? "";
const markdown = (name: keyof typeof hovered): string => answers[`inspect ${name}`]?.data?.["text/markdown"] ?? "";
const matches = (name: keyof typeof completed): string[] => answers[`complete ${name}`]?.matches ?? [];

/** The cell after the first match was chosen. */
function chosen(name: keyof typeof completed): string {
  const { matches: [match] = [], cursor_start: start, cursor_end: end } = answers[`complete ${name}`] ?? {};
  const characters = [...completed[name].replace("|", "")];
  return [...characters.slice(0, start), match, ...characters.slice(end)].join("");
}

describe("hovering", () => {
  it("shows a function of the workbook: its type in short names, and all of its documentation", () => {
    expect(driven.cells.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(plain("imported")).toMatch(/^runOnce\(measurement: Measurement\): Promise<RunRecord>\n\n\w/);
    expect(plain("imported")).toMatch(/\n\n@throws \w/);
    expect(markdown("imported")).toMatch(
      /^```typescript\nrunOnce\(measurement: Measurement\): Promise<RunRecord>\n```\n\n\w[^]*\n\n\*@throws\* \w/,
    );
    expect(plain("measured")).toMatch(
      /^measure\(place: Place, measurement: PlacedMeasurement\): Promise<RunRecord>\n\n\w/,
    );
  });

  it("shows the function also behind its name, and from within its brackets", () => {
    for (const place of ["behindTheName", "insideTheCall", "betweenArguments"] as const) {
      expect(plain(place), place).toMatch(/^scaling\(runs: RunRecord\[\], [^]*\): ScalingStudy\n\n/);
      expect(plain(place), place).toContain("@param options.baseline ");
      expect(markdown(place), place).toContain("*@param* `options.baseline` ");
    }
  });

  it("shows an option, and a record's member, with what they mean", () => {
    expect(plain("property")).toMatch(/^\(property\) Measurement\.program: string\n\n.*01-one-device\/train/);
    expect(plain("member")).toMatch(/^\(property\) memoryBytes: number\n\n.*in bytes/);
  });

  it("shows what the notebook declares, in a cell before or in this one, with links and examples as code", () => {
    expect(plain("ofTheNotebook")).toBe(
      "function twice(n: number): number\n\nDoubles a number.\n\n@param n the number, see records\n\n@example\n\ntwice(2) // 4",
    );
    expect(markdown("ofTheNotebook")).toBe(
      "```typescript\nfunction twice(n: number): number\n```\n\nDoubles a number.\n\n*@param* `n` the number, see `records`\n\n" +
        "*@example*\n\n```typescript\ntwice(2) // 4\n```",
    );
    expect(plain("here")).toBe("const fastest: ScalingPoint");
    expect(plain("redeclared")).toBe('const records: "a text"');
    expect(answers["inspect nothing"]).toMatchObject({ found: false, data: {} });
    expect(plain("behindTheEnd")).toContain("Doubles a number.");
  });

  it("shows the members of a type, with what they mean", () => {
    expect(plain("place")).toMatch(/^interface Place \{\n {2}where: "here" \| "cluster" \| "cluster-quick";\n/);
    expect(plain("interface")).toMatch(/^interface ScalingStudy \{\n[^]*\n {2}points: ScalingPoint\[\];[^]*\n\}\n\n\w/);
    expect(plain("ofNotebook")).toBe(
      "interface Time {\n  seconds: number; // in seconds\n  note?: string | undefined;\n}",
    );
  });

  it("makes no image, link or HTML of what somebody wrote into a notebook's comment", () => {
    expect(plain("lure")).toContain("![](https://evil.example/seen.png)");
    expect(markdown("lure")).toContain(
      "\\!\\[\\](https://evil.example/seen.png) &lt;img src=x> \\[click\\](javascript:alert) `code` stays",
    );
    expect(markdown("lure")).toContain("\\`\\!\\[\\](https://evil.example/2.png)");
  });
});

describe("completing", () => {
  it("knows names of earlier cells, members, and options", () => {
    expect(matches("imported")).toEqual(["runOnce"]);
    expect(answers["complete imported"]?.metadata._jupyter_types_experimental).toEqual([
      { text: "runOnce", type: "alias", start: 18, end: 21 },
    ]);
    expect(matches("member")).toEqual(["loaders", "localBatchSize", "epsilon", "globalBatchSize"]);
    expect(matches("option")[0]).toBe("record");
    expect(matches("optionOfOptional")).toEqual(["baseline"]);
    expect(matches("brokenCell")[0]).toBe("records");
  });

  it("knows the texts that a type allows", () => {
    expect(matches("union").sort()).toEqual(["completed", "failed", "interrupted", "out-of-memory", "running"]);
    expect(chosen("halfOfUnion")).toBe('records[0].outcome === "completed"');
  });

  it("knows the workbook's modules and what they export", () => {
    expect(matches("modules")).toContain("parallel-training");
    expect(matches("modules")).toContain("node:fs");
    expect(matches("modules")).not.toContain("zod"); // the workbook's own
    expect(matches("rooms")).toEqual(expect.arrayContaining(["cells", "datasets", "measure", "plots", "runs"]));
    expect(chosen("rooms")).toBe('import { show } from "parallel-training/autograde/asked"');
    expect(chosen("halfOfRoom")).toBe('import { show } from "parallel-training/plots"');
    expect(chosen("nodes")).toBe('import { readFile } from "node:fs"');
    expect(matches("names")).toContain("scaling");
  });

  it("takes the place of what was typed, counted in characters, and is silent in a comment", () => {
    expect(chosen("insideTheName")).toBe("runOnce");
    expect(chosen("emoji")).toBe('const smile = "😀"; records');
    expect(matches("comment")).toEqual([]);
  });
});
