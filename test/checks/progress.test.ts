import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkByCases } from "../../lib/checks/check";
import { guide, type Hints } from "../../lib/checks/progress";
import { exercisesOf } from "../../lib/checks/progress/exercises";
import { lessons } from "../../lib/notebooks";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const cell = Symbol.for("parallel-training.cell");
const written: Hints = { "last-batch": ["Divide.", "What is left over?"] };

let folder: string;
let printed: string[];
beforeEach(() => {
  folder = temporaryFolder("progress");
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.stubEnv("WORKBOOK_EXCHANGE", join(folder, "no-exchange"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => void Reflect.deleteProperty(globalThis, cell));

const file = () => join(folder, "results", "progress.json");
const lesson = (hints = written) => guide("01-one-device", hints);
const checkLastBatch = checkByCases<[number, number], number>("Epoch, batch, step", [[10, 4], [12, 7]], (images, batch) => ({
  what: `${images} images in batches of ${batch}`,
  expected: images % batch,
  slips: [[batch, "That is a whole batch."]],
})); // prettier-ignore

/** Runs the test cell of exercise 2 as the kernel does. @returns what it prints, and what nbgrader and the student see of its result. */
function run(
  answer: (images: number, batch: number) => number,
  code = "const last = checkLastBatch(lastBatch);\nlast.score(1)",
) {
  Reflect.set(globalThis, cell, () => code);
  printed = [];
  const points = checkLastBatch(answer).score(1);
  return { text: printed.join("\n"), ...points._repr_mimebundle_().data };
}
const said = (use: () => void): string => {
  printed = [];
  use();
  return printed.join("\n");
};
const right = (images: number, batch: number) => images % batch;
const half = (images: number, batch: number) => (batch === 4 ? batch : images % batch);
const stub = (): number => {
  throw new Error("not implemented");
};

describe("a check in a notebook", () => {
  it("tells the exercise's points and the lesson's; nbgrader reads a number, and the student sees none", () => {
    lesson();
    const first = run(half);
    expect(first.text).toMatch(
      /^0.5 of 1 points; 0.5 of 48 so far. Read on in "Epoch, batch, step". For a hint, run hint\("last-batch"\)/m,
    );
    expect(Number.parseFloat(first["text/plain"])).toBe(0.5);
    expect(first["text/html"]).toMatch(/<progress [^>]*aria-label="0.5 of 48 points"><.progress>0.5 of 48 points$/);
    expect(run(right).text).toMatch(/^1 of 1 points; 1 of 48 so far. Done.$/m);
    expect(run(right, "someCellOfTheStudent").text).toContain("1 of 1 points. Done.");
  });

  it("does not say what was expected before a second, different answer; the same one again is the same attempt", () => {
    lesson();
    expect(run(stub).text).toContain("not written yet");
    for (let again = 0; again < 3; again++) {
      const { text } = run(half);
      expect(text).toContain(
        "✗ 10 images in batches of 4: your function gave 4, which is not the answer. That is a whole batch.",
      );
      expect(text).toContain("✓ 12 images in batches of 7: 5");
      expect(text).not.toMatch(/expected \d/);
    }
    expect(run(() => 7).text).toContain("10 images in batches of 4: expected 2, but your function gave 7.");
    expect(run(half).text).toContain("expected 2, but your function gave 4.");
    expect(readFileSync(file(), "utf8")).toMatch(
      /^\{"01-one-device\/last-batch":\{"attempts":\["[0-9a-f]{8}","[0-9a-f]{8}"\],"hints":0,"points":0.5\}\}\n$/,
    );
  });

  it("tells a grader everything, and neither reads nor writes the file", () => {
    lesson();
    mkdirSync(join(folder, "results"));
    writeFileSync(file(), "no JSON");
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    const { text } = run(half);
    expect(text).toMatch(
      /expected 2, but your function gave 4[^]*\n0.5 of 1 points. Read on in "Epoch, batch, step".$/,
    );
    expect(checkLastBatch(half).report(1)).toBe(text);
    expect(said(() => lesson().hint("last-batch"))).toBe("");
    expect(said(() => lesson().progress())).toContain("0 of 48 points, 0 of 22 exercises done.");
    expect(readFileSync(file(), "utf8")).toBe("no JSON");
    vi.stubEnv("NBGRADER_EXECUTION", "validate"); // the student's own button
    expect(run(half).text).not.toContain("expected 2");
  });
});

describe("results/progress.json", () => {
  const huge = `{"01-one-device/last-batch":{"attempts":[],"hints":0,"points":0}}${" ".repeat(2 ** 18)}`;
  const others = { secret: "s3cret" };
  it.each<[what: string, make: () => void]>([
    ["is no JSON", () => writeFileSync(file(), '{"01-one-device/last')],
    [
      "has other fields",
      () => writeFileSync(file(), '{"01-one-device/last-batch":{"attempts":["x"],"hints":-1,"points":1e9}}'),
    ],
    ["is huge", () => writeFileSync(file(), huge)],
    ["is nested deeply", () => writeFileSync(file(), "[".repeat(1e5))],
    [
      "is a link to another's file",
      () => (writeFileSync(join(folder, "other.json"), JSON.stringify(others)), symlinkSync("../other.json", file())),
    ],
    ["is a link to a device", () => symlinkSync("/dev/zero", file())],
    ["is a pipe that nobody writes to", () => void execFileSync("mkfifo", [file()])],
    ["is a folder", () => mkdirSync(file())],
  ])("that %s stops nothing, stays as it is, and takes one line", (_, make) => {
    lesson();
    mkdirSync(join(folder, "results"));
    make();
    const before = lstatSync(file());
    const first = run(half).text;
    expect(first).toMatch(/^Your progress is not kept: .{1,400}. Move that file away, and restart the kernel.$/m);
    expect(first).not.toContain("s3cret");
    expect(first).toContain("0.5 of 1 points; 0.5 of 48 so far.");
    expect(run(() => 7).text).toMatch(/^(?!Your progress)[^]*expected 2, but/);
    expect(said(() => lesson().hint("last-batch"))).toBe("Hint 1 of 2: Divide.");
    expect(lstatSync(file())).toMatchObject({ ino: before.ino, size: before.size, mtimeMs: before.mtimeMs });
  });

  it("that cannot be written takes one line, and counts until the kernel ends", () => {
    lesson();
    writeFileSync(join(folder, "results"), "a file, where the folder is needed");
    expect(run(half).text).toContain("Your progress is not kept");
    expect(run(right).text).toMatch(/^(?!Your progress)[^]*1 of 48 so far/);
  });

  it("is whole after every write, and another process's file is read again", () => {
    lesson();
    run(half);
    writeFileSync(file(), '{"01-one-device/steps-per-epoch":{"attempts":[],"hints":0,"points":2}}');
    expect(run(right).text).toContain("3 of 48 so far");
    expect(existsSync(join(folder, "results", ".progress.json"))).toBe(false);
  });
});

describe("a lesson's progress", () => {
  it("lists every exercise, in an untouched notebook and after a restart", () => {
    const before = said(() => lesson().progress());
    expect(existsSync(join(folder, "results"))).toBe(false);
    expect(before).toMatch(/^ 1 {2}steps-per-epoch +0 of 2 +left\n 2 {2}last-batch +0 of 1 +left$/m);
    expect(before).toMatch(/\n0 of 48 points, 0 of 22 exercises done.$/);
    run(right);
    const after = said(() => guide("01-one-device", {}).progress()); // what a new kernel's import makes
    expect(after).toMatch(/^ 2 {2}last-batch +1 of 1 +✓ done$/m);
    expect(after).toMatch(/\n1 of 48 points, 1 of 22 exercises done.$/);
  });
});

describe("hints", () => {
  it("come step by step, also after a restart, and by the exercise's number", () => {
    expect(said(() => lesson().hint("last-batch"))).toBe("Hint 1 of 2: Divide.");
    expect(said(() => lesson().hint(2))).toBe("Hint 1 of 2: Divide.\nHint 2 of 2: What is left over?");
    expect(said(() => lesson().hint("lst-batch"))).toMatch(
      /^There is no exercise "lst-batch". They are steps-per-epoch, last-batch, /,
    );
    expect(said(() => lesson().hint())).toMatch(/^Name an exercise. They are steps-per-epoch, /);
  });

  it("follow from the check where nobody has written any, and give no expected value", () => {
    const { hint } = lesson({});
    expect(said(() => hint("last-batch"))).toMatch(/^Run the check of last-batch first/);
    run(half);
    expect(said(() => hint("last-batch"))).toMatch(
      /^Hint 1 of 2: Work this one out by hand.*: 10 images in batches of 4.$/,
    );
    expect(said(() => hint("last-batch"))).toMatch(/\nHint 2 of 2: .*\n- That is a whole batch.$/);
  });
});

describe("the worked solution", () => {
  const attempts = [half, () => 7, () => 8];
  function afterAttempts(count: number): string {
    const { hint } = lesson();
    for (const answer of attempts.slice(0, count)) run(answer);
    for (let step = 0; step < 2; step++) hint("last-batch");
    return said(() => hint("last-batch"));
  }

  it("comes after three different answers where somebody learns alone", () => {
    expect(afterAttempts(2)).toMatch(
      /\nThese are all hints. A worked solution comes after 3 different answers. You have checked 2.$/,
    );
    const solution = afterAttempts(3);
    expect(solution).toMatch(/\nA worked solution:\n\n[^]*function lastBatch\([^]*return images % batchSize === 0/);
    expect(solution).not.toMatch(/BEGIN|END/);
  });

  it("does not come in a class, unless the instructor names a folder that students may read", () => {
    const exchange = join(folder, "exchange");
    mkdirSync(exchange);
    vi.stubEnv("WORKBOOK_EXCHANGE", exchange);
    expect(afterAttempts(3)).toMatch(/\nThese are all hints.$/);
    vi.stubEnv("WORKBOOK_SOLUTIONS", join(workbookRoot, "solutions"));
    expect(afterAttempts(3)).toContain("A worked solution:");
    vi.stubEnv("WORKBOOK_SOLUTIONS", ""); // and nobody alone sees any where it is empty
    vi.stubEnv("WORKBOOK_EXCHANGE", join(folder, "no-exchange"));
    expect(afterAttempts(3)).toMatch(/\nThese are all hints.$/);
  });

  it("does not come where its folder is closed or holds no such lesson, nor while anybody grades", () => {
    vi.stubEnv("WORKBOOK_SOLUTIONS", folder);
    expect(afterAttempts(3)).toMatch(/\nThese are all hints.$/);
    mkdirSync(join(folder, "01-one-device"));
    chmodSync(join(folder, "01-one-device"), 0);
    expect(afterAttempts(3)).toMatch(/\nThese are all hints.$/);
    vi.stubEnv("WORKBOOK_SOLUTIONS", join(workbookRoot, "solutions"));
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    expect(said(() => lesson().hint("last-batch"))).toBe("");
  });
});

describe.each(await lessons())("%s", (name) => {
  const exercises = exercisesOf(name);
  const solutions = exercisesOf(name, join(workbookRoot, "solutions"));

  it("has a check for each exercise by which its running cell is known, in both notebooks", () => {
    expect(new Set(exercises.map(({ check }) => check)).size).toBe(exercises.length);
    const known = ({ id, points, check }: (typeof exercises)[number]) => ({ id, points, check });
    expect(solutions.map(known)).toEqual(exercises.map(known));
  });

  it("has hints for its harder exercises, in two or three short steps that hold no line of the solution", async () => {
    const { hints } = (await import(join(workbookRoot, "solutions", name, "exercises", "hints.ts"))) as {
      hints: Hints;
    };
    const ids = exercises.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(hints)));
    expect(exercises.filter(({ id, points }) => points >= 3 && !(id in hints)).map(({ id }) => id)).toEqual([]);
    for (const [id, steps] of Object.entries(hints)) {
      const { source } = solutions.find((each) => each.id === id)!;
      const lines = source
        .split("/// END")[0]
        .split("/// BEGIN SOLUTION\n")[1]
        .split("\n")
        .map((line) => line.trim());
      expect([2, 3], id).toContain(steps.length);
      for (const step of steps) {
        expect(step, id).toMatch(/^\S[^\n]{10,240}[.?]$/);
        for (const line of lines.filter((each) => each.length > 12))
          expect(step, id).not.toContain(line.replace(/;$/, ""));
      }
    }
  });
});
