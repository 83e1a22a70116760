import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { ESLint, type Linter } from "eslint";
import tseslint from "typescript-eslint";
import { expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import config from "../../eslint.config.mjs";
import { rooms } from "../../rooms.mjs";

const inLib = readdirSync(join(workbookRoot, "lib")).map((name) => `lib/${name}`);

it("every room of lib/ has its place in the order, and in the contributor's table", () => {
  expect(rooms.filter((room) => room.startsWith("lib/")).sort()).toEqual(inLib.sort());
  const table = readFileSync(join(workbookRoot, "docs/contributor.md"), "utf8");
  expect(rooms.filter((room) => !table.includes(`\`${room}/\``))).toEqual([]);
});

it("every big room says what belongs there", () => {
  const lines = (room: string) =>
    readdirSync(join(workbookRoot, room), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.m?ts$|\.mjs$/.test(file))
      .reduce((sum, file) => sum + readFileSync(join(workbookRoot, room, file), "utf8").split("\n").length, 0);
  const big = rooms.filter((room) => lines(room) > 900);
  expect(big.length).toBeGreaterThan(5);
  expect(big.filter((room) => !existsSync(join(workbookRoot, room, "README.md")))).toEqual([]);
});

it("no files import each other in a circle, not even types", () => {
  const files = ["lib", "datasets", "kernel", "bench", "book", "chapters", "solutions"].flatMap(sourcesIn);
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  expect(files.length).toBeGreaterThan(500);
  expect(circlesIn(imports)).toEqual([]);
  // The search itself finds a circle, and names only the files that are in it.
  const chain = [...imports].filter(([file]) => file.startsWith("lib/training/"));
  const back: [string, string[]] = ["lib/training/optimizer.ts", ["lib/training/fit.ts"]];
  const [circle] = circlesIn(new Map([...chain, back]));
  expect(circle).toEqual(expect.arrayContaining(["lib/training/fit.ts", "lib/training/train.ts", back[0]]));
  expect(circle).not.toContain("lib/training/presets.ts");
});

/** The TypeScript files of a folder, as paths from the workbook's. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(workbookRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => join(folder, file));
}

/**
 * The workbook's own files that a file imports or exports from, types too. An `import()` is left out: a command loads its action
 * by it only when it runs, and the action takes the type of its flags from the command.
 */
function importsOf(file: string): string[] {
  const text = readFileSync(join(workbookRoot, file), "utf8");
  return [...text.matchAll(/^(?:(?:import|export) [^;"]*from |import )"(\.[^"]*)";/gm)].map(([, path]) => {
    const target = normalize(join(file, "..", path)).replace(/\.js$/, "");
    return existsSync(join(workbookRoot, `${target}.ts`)) ? `${target}.ts` : join(target, "index.ts");
  });
}

/** The groups of files that reach each other by imports (strongly connected components). */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) === true;
  const inCircle = [...imports.keys()].filter((file) => reaches(file, file)).sort();
  const circles = inCircle.map((file) => inCircle.filter((other) => reaches(file, other) && reaches(other, file)));
  return circles.filter(([first], place) => first === inCircle[place]); // each once, from its first file
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const fresh = (imports.get(next) ?? []).filter((target) => !reached.has(target));
    for (const target of fresh) reached.add(target);
    open.push(...fresh);
  }
  return reached;
}

it("an import from a higher room, or from another chapter, is an error", async () => {
  const all = [tseslint.configs.base, ...config] as Linter.Config[];
  const rules = all.filter(({ plugins }) => plugins !== undefined && "import-x" in plugins);
  expect(rules).toHaveLength(1);
  // Without the rules that ask for types, which take half a minute.
  const eslint = new ESLint({
    cwd: workbookRoot,
    overrideConfigFile: true,
    overrideConfig: [all[0], ...rules, ...all.filter((each) => "no-restricted-imports" in (each.rules ?? {}))],
  });
  const problems = async (text: string, filePath: string) =>
    (await eslint.lintText(text, { filePath: join(workbookRoot, filePath) })).flatMap(({ messages }) =>
      messages.map(({ ruleId }) => ruleId),
    );
  expect(await problems('import { fit } from "../training";\nvoid fit;\n', "lib/system/rows.ts")).toEqual([
    "import-x/no-restricted-paths",
  ]);
  const figure =
    'import { classesFigure } from "../../../chapters/01-one-device/figures/classes";\nvoid classesFigure;\n';
  const answer =
    'import { checkReading } from "../../../solutions/01-one-device/exercises/reading";\nvoid checkReading;\n';
  const named = (path: string) => `import { x } from "parallel-training/${path}";\nvoid x;\n`;
  const isRefused = async (text: string, filePath: string) => (await problems(text, filePath)).length > 0;
  for (const [text, file, refused] of [
    [figure, "solutions/01-one-device/exercises/steps.ts", false],
    [figure, "solutions/02-mirrored/exercises/ring.ts", true],
    [figure, "chapters/02-mirrored/figures/input-wait.ts", true],
    [figure, "lib/plots/run/timeline.ts", true],
    [answer, "solutions/02-mirrored/exercises/ring.ts", true],
    [answer, "chapters/01-one-device/figures/classes.ts", true],
    [answer, "lib/plots/run/timeline.ts", true],
    [named("chapters/01-one-device"), "chapters/01-one-device/programs/train.mts", false],
    [named("chapters/01-one-device"), "solutions/01-one-device/exercises/steps.ts", false],
    [named("chapters/01-one-device"), "chapters/02-mirrored/programs/train.mts", true],
    [named("exercises/01-one-device"), "chapters/01-one-device/programs/train.mts", true],
    [named("exercises/01-one-device"), "solutions/02-mirrored/exercises/ring.ts", true],
    [named("exercises/01-one-device"), "lib/plots/run/timeline.ts", true],
    [named("training"), "chapters/02-mirrored/programs/train.mts", false],
  ] as const)
    expect(await isRefused(text, file), `${file} imports ${text}`).toBe(refused);
  expect(await problems('import { sum } from "simple-statistics";\nvoid sum;\n', "lib/system/rows.ts")).toEqual([]);
});
