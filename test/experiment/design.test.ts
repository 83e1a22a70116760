import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import {
  argumentsOfRun,
  designSchema,
  fullFactorial,
  levelsInWords,
  nodesOfLevels,
  plannedRuns,
  randomNumbers,
  readDesign,
  type Design,
} from "../../lib/experiment/design";
import { designTable, orderTable } from "../../chapters/05-experiments/design-tables";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("design");

const good = {
  program: "04-many-nodes/train",
  factors: { mode: { sync: { syncEvery: 1 }, accumulate: { syncEvery: 4 } }, batch: [8, 16], nodes: [1, 2, 3] },
  replicates: 3,
  seed: 7,
  arguments: { model: "resnet50", epochs: 2 },
};

/** Reads a design that is the good one but for `changes`, or a file with this text. */
function read(changes: object | string): Promise<Design> {
  const file = join(folder, "mine.yaml");
  writeFileSync(file, typeof changes === "string" ? changes : stringify({ ...good, ...changes }));
  return readDesign(file);
}

describe("a design", () => {
  it("is named as its file, and what it leaves out is usual", async () => {
    expect(await read({})).toMatchObject({ name: "mine", response: "epoch", attempts: 1, resources: {} });
  });

  it("gives each run its program's arguments: the common ones, and its levels'", async () => {
    const design = await read({});
    const levels = { mode: "accumulate", batch: 16, nodes: 3 };
    expect(argumentsOfRun(design, { levels, replicate: 2 })).toEqual({
      model: "resnet50",
      epochs: 2,
      syncEvery: 4,
      localBatchSize: 16,
    });
    expect([nodesOfLevels(levels), nodesOfLevels({ batch: 8 })]).toEqual([3, 1]);
    expect(levelsInWords(levels)).toBe("accumulate, batch 16, nodes 3");
  });

  it("gives each replicate a seed of its own where it says so", async () => {
    const seeds = (design: Design) => [1, 2].map((replicate) => argumentsOfRun(design, { levels: {}, replicate }).seed);
    expect(seeds(await read({ ownSeeds: true }))).toEqual([1, 2]);
    expect(seeds(await read({}))).toEqual([undefined, undefined]);
  });

  const wrong: [what: string, changes: object | string, words: RegExp][] = [
    ["that is not YAML", "program: [", /mine\.yaml: it is no YAML: /],
    ["with a name given twice", "seed: 1\nseed: 2\n", /it is no YAML: Map keys must be unique/],
    ["that is empty", "", /mine\.yaml: .*expected object.*quick\.yaml shows one/],
    ["with a word that it does not know", { replicate: 3 }, /mine\.yaml: .*"replicate"/],
    ["without a program", { program: undefined }, /mine\.yaml: program: /],
    ["without factors", { factors: {} }, /factors: name at least one factor/],
    ["with a factor without levels", { factors: { batch: [] } }, /factors\.batch: name at least one level/],
    ["with a factor whose names are none", { factors: { mode: {} } }, /gives the factor mode no level/],
    ["with a level that is no word or number", { factors: { x: [true] } }, /factors\.x: write a list of levels/],
    ["with a level twice", { factors: { batch: [8, 16, 8] } }, /gives the factor batch the level 8 twice/],
    ["on no node", { factors: { nodes: [0, 1] } }, /the factor nodes the level 0: it needs whole numbers from 1/],
    ["with half an image", { factors: { batch: [0.5] } }, /the factor batch the level 0\.5: it needs whole numbers/],
    ["with named nodes", { factors: { nodes: { two: {} } } }, /the factor nodes the level two: it needs whole numbers/],
    [
      "with a seed besides own ones",
      { ownSeeds: true, arguments: { seed: 3 } },
      /gives the program's argument seed twice: .* or by ownSeeds/,
    ],
    ["never run", { replicates: 0 }, /mine\.yaml: replicates: /],
    ["run half", { replicates: 1.5 }, /mine\.yaml: replicates: /],
    ["never tried", { attempts: 0 }, /mine\.yaml: attempts: /],
    ["with no such response", { response: "time" }, /mine\.yaml: response: /],
    ["with no such resource", { resources: { gpu: 1 } }, /mine\.yaml: resources: .*"gpu"/],
    ["with an argument by factor and in common", { arguments: { syncEvery: 1 } }, /argument syncEvery twice/],
    [
      "with an argument by two factors",
      { factors: { batch: [8], size: { large: { localBatchSize: 9 } } } },
      /argument localBatchSize twice/,
    ],
    // A stranger's.
    ["whose program lies elsewhere", { program: "../../../tmp/evil" }, /program: name a training of a chapter/],
    ["whose program lies below a chapter", { program: "01-one-device/../../../evil" }, /program: name a training/],
    ["whose program trains nothing", { program: "08-memory/learn" }, /program: name a training/],
    ["that writes a file", { arguments: { profile: "/tmp/x" } }, /arguments\.profile: the experiment decides what/],
    ["whose argument is two", { arguments: { "seed=1 --profile": "x" } }, /: an argument's name has letters/],
    ["with an option as a value", { arguments: { resume2: "--checkpoint=x" } }, /resume2: .*no - at the begin/],
    [
      "with an option by a level",
      { factors: { device: { a: { device: "--profile=x" } } } },
      /device\.a\.device: .*, and no - at the beg/,
    ],
    [
      "with escapes",
      { factors: { device: { "cpu\u001b]0;t\u0007": { device: "cpu" } } } },
      /^\P{Cc}*device: write\P{Cc}*$/u,
    ],
    ["with a factor of escapes", { factors: { "x\u202e": [1] } }, /^\P{Cc}*a factor's name has letters\P{Cc}*$/u],
    [
      "with more runs than a memory holds",
      { factors: Object.fromEntries([..."abcdefgh"].map((name) => [name, Array.from({ length: 10 }, (_, at) => at)])) },
      /: 300000000 runs are asked for/,
    ],
    [
      "with too many runs",
      { replicates: 1000 },
      /: 12000 runs are asked for, and 10000 are the most: leave levels out\.$/,
    ],
  ];
  it.each(wrong)("%s is refused in one line", async (_, changes, words) => {
    const message = await read(changes).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(message).toMatch(words);
    expect(message).not.toContain("\n");
  });

  it.each([
    ["my.yaml\n#SBATCH --x", /^The design \P{Cc}*: it is no regular/u],
    ["..yaml", /: name: a design's file is called by letters, digits and _ \. \+ -: rename it\.$/],
    ["a b.yaml", /: name: a design's file is called by/],
  ])("in a file called %j is refused", async (name, message) => {
    const file = join(folder, name);
    if (name.endsWith(".yaml")) writeFileSync(file, stringify(good));
    else execFileSync("mkfifo", [file]);
    await expect(readDesign(file)).rejects.toThrow(message);
  });

  it("that stands in a journal is checked alike", async () => {
    const design = await read({});
    const levels = Array.from({ length: 1000 }, (_, level) => ({ level, arguments: {} }));
    const many = ["a", "b", "c", "d"].map((name) => ({ name, levels }));
    expect(designSchema.safeParse(design).success).toBe(true);
    for (const changes of [{ factors: many }, { program: "../../evil" }, { name: "../elsewhere" }, { name: "a\nb" }])
      expect(designSchema.safeParse({ ...design, ...changes }).success, JSON.stringify(changes).slice(0, 40)).toBe(
        false,
      );
  });

  it("can name no argument by which a training of the chapters writes a file", async () => {
    const chapters = join(workbookRoot, "chapters");
    const programs = readdirSync(chapters, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".mts"),
    );
    const sources = [...programs.map((file) => join(chapters, file)), join(workbookRoot, "lib/frameworks/arguments.ts")]
      .map((file) => readFileSync(file, "utf8"))
      .filter((text) => text.includes("fit(") || text.includes("defaults = {"));
    const texts = sources.flatMap((text) =>
      [...text.matchAll(/^ +(\w+): (String|"[^"]*"),/gm)].map(([, name]) => name),
    );
    expect(texts).toEqual(expect.arrayContaining(["checkpoint", "profile", "samples"]));
    for (const name of new Set(texts))
      await expect(read({ arguments: { [name]: "x" } }), name).rejects.toThrow(`arguments.${name}: the experiment`);
  });

  it("that is not there is refused with the names of those that come along", async () => {
    await expect(readDesign("none")).rejects.toThrow(/^There is no design "none": name a file, or one of .*quick/);
    await expect(readDesign(join(folder, "none.yaml"))).rejects.toThrow(
      /^There is no design ".*none\.yaml": name a file/,
    );
  });
});

describe("the lessons' designs", () => {
  it("are found by name in every chapter, and shown as a table", async () => {
    const designs = await Promise.all(["lesson", "fit"].map((name) => readDesign(name)));
    expect(designTable(designs)).toEqual([
      { design: "lesson", factors: "model 1, mode 2, batch 2, nodes 2", configurations: 8, replicates: 3, runs: 24 },
      { design: "fit", factors: "model 1, mode 1, batch 2, nodes 2", configurations: 4, replicates: 3, runs: 12 },
    ]);
    const [, fit] = designs;
    const table = orderTable(fit);
    expect(table).toHaveLength(4);
    expect(["block 1", "block 2", "block 3"].flatMap((block) => table.map((row) => row[block]))).toEqual(
      plannedRuns(fit).map(({ levels }) => levelsInWords(levels)),
    );
  });

  it("random numbers are from 0 to below 1, and a seed's are always the same", () => {
    const draw = (seed: number) => {
      const random = randomNumbers(seed);
      return Array.from({ length: 1000 }, () => random());
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
    expect(draw(5).every((number) => number >= 0 && number < 1)).toBe(true);
    expect(draw(5).reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1);
  });
});

describe("the runs of a design", () => {
  it("are every level of each factor with each of the others, so often as it has replicates", async () => {
    const design = await read({});
    expect(fullFactorial(design)).toHaveLength(2 * 2 * 3);
    expect(new Set(fullFactorial(design).map((levels) => JSON.stringify(levels))).size).toBe(12);
    const runs = plannedRuns(design);
    expect(runs.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, at) => at + 1));
    for (const block of [1, 2, 3]) {
      const own = runs.slice(12 * (block - 1), 12 * block);
      expect(own.map(({ replicate }) => replicate)).toEqual(own.map(() => block));
      expect(sorted(own)).toEqual(sorted(fullFactorial(design).map((levels) => ({ levels }))));
    }
  });

  it("come in an order of its own in each block, which the seed decides", async () => {
    const [design, other] = [await read({}), await read({ seed: 8 })];
    expect(plannedRuns(await read({}))).toEqual(plannedRuns(design));
    expect(plannedRuns(other)).not.toEqual(plannedRuns(design));
    const blocks = [1, 2, 3].map((block) =>
      plannedRuns(design)
        .filter(({ replicate }) => replicate === block)
        .map(({ levels }) => JSON.stringify(levels))
        .join(),
    );
    expect(new Set(blocks).size).toBe(3);
    expect(blocks).not.toContain(
      fullFactorial(design)
        .map((levels) => JSON.stringify(levels))
        .join(),
    );
  });

  it("stay as they are when more replicates are asked for", async () => {
    const [three, five] = [await read({}), await read({ replicates: 5 })];
    expect(plannedRuns(five).slice(0, 36)).toEqual(plannedRuns(three));
    expect(plannedRuns(five)).toHaveLength(60);
  });

  it("come in all orders: no configuration is early or late in most blocks", async () => {
    const runs = plannedRuns(await read({ replicates: 400 }));
    const places = runs
      .filter(({ levels }) => levels.mode === "sync" && levels.batch === 8 && levels.nodes === 1)
      .map(({ number }) => (number - 1) % 12);
    // 400 blocks in 12 places: a share of each place within five standard deviations.
    for (let place = 0; place < 12; place++) {
      const share = places.filter((each) => each === place).length;
      expect(Math.abs(share - 400 / 12)).toBeLessThan(5 * Math.sqrt((400 * 11) / 144));
    }
  });
});

describe("the lesson's own designs", () => {
  it.each(["quick", "local", "full"])("%s is one, of the study's factors", async (name) => {
    const design = await readDesign(name);
    expect(design.name).toBe(name);
    expect(design.factors.map((factor) => factor.name)).toEqual(["model", "mode", "batch", "nodes"]);
    expect(design.factors[3].levels.map(({ level }) => level)).toEqual([1, 2, 3]);
    expect(design.attempts).toBeGreaterThan(1);
  });

  it("full is the study's: 36 configurations, five times each", async () => {
    const runs = plannedRuns(await readDesign("full"));
    expect(runs).toHaveLength(180);
    const configurations = runs.map(({ levels }) => JSON.stringify(levels));
    const times = [...new Set(configurations)].map((each) => configurations.filter((other) => other === each).length);
    expect(times).toEqual(Array.from({ length: 36 }, () => 5));
  });
});

const sorted = (runs: { levels: object }[]): string[] => runs.map(({ levels }) => JSON.stringify(levels)).sort();
