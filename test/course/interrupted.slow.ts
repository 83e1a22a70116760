import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeClass, type Student } from "../../bench/grading/class";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { commandLines } from "../command-lines";
import { temporaryFolder } from "../temporary";
import { workbook } from "../workbook";

const lesson = "01-one-device";
const why = whyNoSandbox();
if (why !== undefined) console.log(`Interrupted grading is not tried: ${why}`);

const everybody = ["ada", "bob", "cid"].map((name): Student => ({ name, kind: "blank" }));
const course = temporaryFolder("interrupted");
let running: ReturnType<typeof workbook> | undefined;
beforeAll(() => makeClass(course, lesson, everybody));
afterAll(() => running?.kill("SIGKILL"));

/** Starts `./workbook grade` as an instructor does. */
const grade = () => (running = workbook(["grade", lesson, "--course", course]));

/** What is kept of each student's submission: which file it is, and when it was written. */
function kept(): Map<string, string> {
  const folder = join(course, "grading", "results", lesson);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return new Map(
    names.map((name) => {
      const { ino, mtimeMs } = statSync(join(folder, name));
      return [name, `${ino} ${mtimeMs}`];
    }),
  );
}

/** Processes that run something of this course's, or a notebook in a sandbox of its. */
const processes = () => commandLines().filter(([, line]) => line.includes(course));

describe.skipIf(why !== undefined)("grading that is killed in the middle", () => {
  let before: Map<string, string>;

  it("ends with everything it started", async () => {
    const child = grade();
    while (kept().size < 1 && child.exitCode === null) await sleep(20);
    child.kill("SIGKILL");
    expect((await child).signal).toBe("SIGKILL");
    before = kept();
    expect(before.size).toBeGreaterThanOrEqual(1);
    expect(before.size).toBeLessThan(everybody.length);
    await expect.poll(processes, { timeout: 20_000 }).toEqual([]);
  });

  it("goes on with the same command and grades nothing twice", async () => {
    const { exitCode, all: said } = await grade();
    expect(exitCode, said).toBe(0);
    const after = kept();
    expect(after.size).toBe(everybody.length);
    for (const [name, identity] of before) expect(after.get(name), name).toBe(identity);
    for (const { name } of everybody) {
      expect(said).toMatch(new RegExp(`^${name} .* of \\d+ points`, "m"));
      expect(existsSync(join(course, "feedback", name, lesson, "one-device.html")), name).toBe(true);
    }
  });

  it("has nothing left to do then", async () => {
    const known = kept();
    const { exitCode, all: said } = await grade();
    expect(exitCode).toBe(0);
    expect(said).toContain(`${everybody.length} submissions graded`);
    expect(said).toContain(`${everybody.length} of them earlier`);
    expect(kept()).toEqual(known);
  }, 120_000);
});
