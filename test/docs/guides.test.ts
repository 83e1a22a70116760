import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandUnknownOpts as Command } from "@commander-js/extra-typings";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import { titlesIn } from "./titles";

const guides = ["README.md", "INSTRUCTORS.md", "slurm/README.md", "slurm/jupyterhub/README.md", "SECURITY.md"];

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
const beforeSetUp: Record<string, string[]> = { setup: ["--download", "--from"], doctor: [] };

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
  if (command === workbook) return `there is no ${words[0]}`;
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

  it("names npm's scripts that are there, and files that exist", () => {
    const text = textOf(guide);
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
    expect(links.filter((link) => !existsSync(join(workbookRoot, dirname(guide), link)))).toEqual([]);
  });
});

it("a guide for instructors names every step of a course", () => {
  const named = commandsOf(textOf("INSTRUCTORS.md")).map((words) => words.slice(0, 2).join(" "));
  const course = workbook.commands.find((each) => each.name() === "course");
  for (const { name } of (course?.commands ?? []).map((each) => ({ name: each.name() })))
    expect(named).toContain(`course ${name}`);
});

describe("SECURITY.md", () => {
  /** Of a row that makes a promise, the tests that it names: the file, and what the test is called. */
  const promises = [...textOf("SECURITY.md").matchAll(/^\| promise \| held by \|\n.*\n((?:\|.*\n)+)/gm)]
    .flatMap(([, rows]) => rows.trim().split("\n"))
    .map((row) => {
      const [, promise, ...rest] = row.split(" | ").flatMap((cell, at) => (at === 0 ? ["", cell.slice(2)] : [cell]));
      return { promise, tests: [...rest.join("").matchAll(/\]\((test\/[^)]+)\) "([^"]+)"/g)] };
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
