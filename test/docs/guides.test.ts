import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { CommandUnknownOpts as Command } from "@commander-js/extra-typings";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import { titlesIn } from "./titles";

/** Every page that people read: the workbook's own, and those of its rooms. */
const pages = [
  "README.md",
  ...["bench", "book", "datasets", "docs", "kernel", "lib", "setup", "slurm", "test"].flatMap(pagesIn),
];
const guides = pages.filter((page) => /^(README|docs|slurm)/.test(page));

function pagesIn(folder: string): string[] {
  return readdirSync(join(workbookRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => join(folder, file))
    .sort();
}

let workbook: Command;
vi.mock("../../lib/command/entry", () => ({
  parseAndReport: (program: Command) => {
    workbook = program;
  },
}));
beforeAll(async () => {
  await import("../../lib/command/main");
});

/** What the root script understands by itself, before anything is installed. */
const beforeSetUp: Record<string, string[]> = {
  setup: ["--download", "--frameworks", "--from", "--release"],
  doctor: [],
};

const textOf = (guide: string): string => readFileSync(join(workbookRoot, guide), "utf8");

/** The words of every `./workbook` in shell blocks and between backticks. */
function commandsOf(text: string): string[][] {
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n(.*?)^```/gms)].flatMap(([, block]) => block.split("\n"));
  const inline = [...text.replace(/^```.*?^```/gms, "").matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  return [...blocks, ...inline].flatMap((line) => {
    const [, after] = /(?:^|\s)\.\/workbook\s+(.*)$/.exec(line.replace(/\s#.*$/, "")) ?? [];
    if (after === undefined) return [];
    return [[...after.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([word, a, b]) => a ?? b ?? word)];
  });
}

/** What is wrong with a command; undefined where the workbook has it. */
function wrong(words: string[]): string | undefined {
  let command = workbook;
  let at = 0;
  while (at < words.length && command.commands.length > 0) {
    const next = command.commands.find((each) => each.name() === words[at]);
    if (!next) break;
    [command, at] = [next, at + 1];
  }
  if (command === workbook && workbook.options.some(({ long }) => long === words[0])) return undefined;
  if (command === workbook) return `there is no ${words[0]}`;
  if (command.name() === "run") return undefined; // what follows are the program's own flags
  const rest = words.slice(at, words.includes("--") ? words.indexOf("--") : undefined).filter((word) => word !== "...");
  if (command.commands.length > 0 && rest.length > 0 && !rest[0].startsWith("--")) return `it has no ${rest[0]}`;
  const flags = rest.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0]);
  const known = beforeSetUp[command.name()] ?? command.options.flatMap(({ long }) => long ?? []);
  return flags.filter((flag) => flag !== "--help" && !known.includes(flag)).map((flag) => `it has no ${flag}`)[0];
}

describe.each(guides)("%s", (guide) => {
  it("names commands and flags that are there", () => {
    const commands = commandsOf(textOf(guide));
    const problems = commands.flatMap((words) => {
      const problem = wrong(words);
      return problem === undefined ? [] : [`./workbook ${words.join(" ")}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it("names npm's scripts that are there", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const named = [...textOf(guide).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("links", () => {
  it.each(pages)("of %s lead to files and headings that are there", (page) => {
    expect(brokenLinks(page, textOf(page))).toEqual([]);
  });

  it("that lead nowhere are found", () => {
    const text =
      "[a](glossary.md#epoch) [b](no.md) [c](glossary.md#no) [d](#no) ![e](no.png) [f](https://x.org/#a)\n# Is";
    expect(brokenLinks("docs/course.md", `${text}\n[g](#is)`)).toEqual(["no.md", "glossary.md#no", "#no", "no.png"]);
  });

  it("lead from the README to every page of docs/", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached) {
      const linked = linksOf(textOf(page)).map((link) => normalize(join(dirname(page), link.split("#")[0])));
      for (const each of linked) if (pages.includes(each)) reached.add(each);
    }
    expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
  });
});

/** The targets of the links and pictures of a page that lead to the workbook's own files. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^\w+:/.test(link));
}

function brokenLinks(page: string, text: string): string[] {
  return linksOf(text).filter((link) => {
    const [path, anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(workbookRoot, target))) return true;
    return anchor !== undefined && !anchorsOf(path === "" ? text : textOf(target)).includes(anchor);
  });
}

/** The anchors of a page's headings, as GitHub and MyST make them. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

it("a guide for instructors names every step of a course", () => {
  const named = commandsOf(textOf("docs/instructor.md")).map((words) => words.slice(0, 2).join(" "));
  const course = workbook.commands.find((each) => each.name() === "course");
  for (const { name } of (course?.commands ?? []).map((each) => ({ name: each.name() })))
    expect(named).toContain(`course ${name}`);
});

describe("docs/security.md", () => {
  /** Of a row that makes a promise, the tests that it names: the file, and what the test is called. */
  const promises = [...textOf("docs/security.md").matchAll(/^\| promise \| held by \|\n.*\n((?:\|.*\n)+)/gm)]
    .flatMap(([, rows]) => rows.trim().split("\n"))
    .map((row) => {
      const [, promise, ...rest] = row.split(" | ").flatMap((cell, at) => (at === 0 ? ["", cell.slice(2)] : [cell]));
      return { promise, tests: [...rest.join("").matchAll(/\]\(\.\.\/(test\/[^)]+)\) "([^"]+)"/g)] };
    });

  it.each(promises)("$promise", ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const [, file, name] of tests)
      expect(titlesIn(textOf(file)), file).toContainEqual(expect.stringContaining(name));
  });

  it("makes promises of each kind", () => {
    expect(promises.length).toBeGreaterThan(40);
  });
});

it("a test is known by its title and its cases, however it is called", () => {
  const source =
    'it.skipIf(x)("one", () => run("none")); describe.each([["two", 1]])(`%s and ${y}`, f); const z = "three"';
  expect(titlesIn(source)).toEqual(["one", "%s and ", "two"]);
});

it("a command or flag that is not there is found", () => {
  const problems = commandsOf("`./workbook cours init`, `./workbook course inti`, `./workbook grade 1 --all`").map(
    wrong,
  );
  expect(problems).toEqual(["there is no cours", "it has no inti", "it has no --all"]);
});
