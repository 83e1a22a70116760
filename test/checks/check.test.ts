import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Check, compareGuess } from "../../lib/checks";
import { checkStepsPerEpoch } from "../../solutions/01-one-device/exercises/steps";
import { checkByCases } from "../../lib/checks/check";
import { sameValue } from "../../lib/checks/compare";
import { workbookRoot } from "../../lib/system/workbook";

const lines = (check: Check) => check.lines.join("\n");

describe("a check", () => {
  it("says what was tried, what was expected and what came", () => {
    const check = checkStepsPerEpoch((images, batch) => Math.floor(images / batch), [[50_000, 8_192]]);
    expect(lines(check)).toBe(
      "✗ 50,000 images in batches of 8,192: expected 7 steps, but your function gave 6 steps. The images that are left make one more step.",
    );
  });

  it("takes an exercise that is not written yet, an error and a missing return each for what it is", () => {
    const stub = checkStepsPerEpoch(() => {
      throw new Error("not implemented");
    });
    expect(stub.share).toBe(0);
    expect(stub.lines).toEqual([expect.stringContaining("not written yet")]);
    const broken = checkStepsPerEpoch(() => {
      throw new TypeError("x is not a function\n    at a.ts");
    });
    expect(broken.lines).toEqual([
      expect.stringMatching(/stopped with an error: x is not a function \(the same in 2 more trials\)$/),
    ]);
    const cases = [0, 7, 0, 8].map((batch): [number, number] => [100, batch]);
    const sometimes = checkStepsPerEpoch((_, batch) => {
      if (batch === 0) throw new RangeError("no batch");
      return batch === 7 ? 15 : 1;
    }, cases);
    expect(sometimes.lines.map((line) => line.replace(/^.*?: /, ""))).toEqual([
      "it stopped with an error: no batch (the same in 1 more trial)",
      "15 steps",
      expect.stringContaining("expected 13 steps"),
    ]);
    expect(lines(checkStepsPerEpoch(() => undefined as unknown as number))).toContain("is there a return?");
    const asynchronous = (() => Promise.resolve(196)) as unknown as () => number;
    expect(lines(checkStepsPerEpoch(asynchronous))).toContain("leave out async");
    expect(lines(checkStepsPerEpoch(() => "196" as unknown as number))).toContain('gave "196"');
    expect(lines(checkStepsPerEpoch(() => NaN))).toContain(
      "(not a number). Was it computed from undefined, as list[-1]",
    );
  });
});

describe("points", () => {
  let printed: string[];
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
  });

  it("are shared among the trials, hidden ones included", () => {
    const half = (images: number, batch: number) => (batch === 7 ? 0 : Math.ceil(images / batch));
    const check = checkStepsPerEpoch(half, [[50_000, 256]]);
    expect(Number(check.score(2))).toBe(2);
    expect(Number(check.and(checkStepsPerEpoch(half, [[50, 7]])).score(2))).toBe(1);
    expect(printed[0]).toContain("2 of 2 points. Done.");
    expect(printed[1]).toContain('1 of 2 points. Read on in "Epoch, batch, step".');
  });

  const squares = checkByCases("", [[0], [1], [2], [3]], (n) => ({ what: "", expected: n * n }));
  it.each<[what: string, points: number, answer: (n: number) => number]>([
    ["right everywhere", 4, (n) => n ** 2],
    ["right where a worthless answer is, and once more", 3, (n) => (n < 3 ? n ** 2 : -1)],
    ["right once, and otherwise something else", 1, (n) => (n === 2 ? 4 : n / 2 - 7)],
    ["always 0", 0, () => 0],
    ["always one of the right values", 0, () => 9],
    ["a copy of the argument", 0, (n) => n],
    ["right where a copy is, and wrong in its own way elsewhere", 0, (n) => (n < 2 ? n : -n)],
    ["0 or an error", 0, (n) => (n === 0 ? 0 : Number(BigInt(n / 2.5)))],
  ])("reward an answer that is better than a worthless one: %s", (_, points, answer) => {
    expect(Number(squares(answer).score(4))).toBe(points);
    expect(printed[0].includes("earns no points yet")).toBe(points === 0);
  });

  it("are given for a constant that is right, and for records beside a worthless answer", () => {
    const three = checkByCases<[number], number>("", [[1], [2]], () => ({ what: "", expected: 3 }));
    expect(Number(three(() => 3).score(2))).toBe(2);
    const record = new Check("", [{ what: "a record", call: () => "its value", expected: "its value" }]);
    expect(Number(record.and(squares(() => 0)).score(5))).toBe(1);
  });

  it("never exceed the cell's, which nbgrader would refuse", () => {
    const three = new Check(
      "",
      [1, 2, 3].map((n) => ({ what: "", call: () => n, expected: 1 })),
    );
    expect(Number(three.score(1))).toBe(0.33);
  });
});

describe("the comparison", () => {
  it("is exact for whole numbers, and leaves room for rounding elsewhere", () => {
    expect(sameValue(7, 7)).toBe(true);
    expect(sameValue(7.001, 7)).toBe(false);
    expect(sameValue(15.36, 215 / 14)).toBe(true);
    expect(sameValue(15.4, 215 / 14)).toBe(false);
    expect(sameValue(Infinity, 7)).toBe(false);
    expect([sameValue(Infinity, Infinity), sameValue(7, Infinity), sameValue(NaN, NaN)]).toEqual([true, false, false]);
    expect(sameValue("7", 7)).toBe(false);
    expect(sameValue(null, { parameters: 1 })).toBe(false);
  });
});

describe("a guess", () => {
  it("is set beside the measurement", () => {
    expect(compareGuess("One epoch", 30, 10, "s")).toBe(
      "One epoch: measured 10 s, you guessed 30 s: too high by a factor of 3.",
    );
    expect(compareGuess("One epoch", 1, 1999, "s")).toContain("too low by a factor of 2,000.");
    expect(compareGuess("One epoch", 10.2, 10, "s")).toContain("you were right");
    expect(compareGuess("One epoch", undefined, 10, "s")).toContain("You wrote no guess");
    expect(compareGuess("One epoch", -1, 10, "s")).toContain("above 0");
  });
});

it("the checks of a submission load no TensorFlow", () => {
  const checks = JSON.stringify(join(workbookRoot, "dist", "lib", "checks", "index.js"));
  const loaded = execFileSync(process.execPath, ["-e", `require(${checks}); console.log(Object.keys(require.cache))`]);
  expect(loaded.toString()).not.toMatch(/tfjs|koffi/);
});
