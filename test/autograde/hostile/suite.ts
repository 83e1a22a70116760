import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoSandbox } from "../../../lib/autograde/sandbox";
import { browserFlags, findChromium } from "../../../lib/plots/static";
import { kernelSeconds } from "../sandboxed";
import { gradeBatch, type Batch } from "./batch";
import { REACHED } from "./escaping";
import type { Kind } from "./kind";
import { Outside } from "./outside";

const why = whyNoSandbox();
if (why !== undefined) console.log(`Hostile submissions are not tried: ${why}`);

const room = { memoryBytes: 2 * 2 ** 30, diskBytes: 64 * 2 ** 20 };

/** Grades a class of hostile submissions and some honest ones, and looks at what came of everybody and what came of everything else. */
export function testClass(kinds: readonly Kind[], honest: readonly string[]): void {
  describe.skipIf(why !== undefined)("a class with hostile submissions", () => {
    let outside: Outside;
    let batch: Batch;

    beforeAll(async () => {
      outside = await Outside.open();
      // Small, so that what never ends soon does; seconds are the processor's, or four times as many by the clock.
      const cellSeconds = Math.max(8, 3 * (await kernelSeconds()));
      batch = await gradeBatch(outside, kinds, honest, { ...room, cellSeconds, seconds: 7.5 * cellSeconds });
    }, 3_600_000);

    afterAll(() => outside.end());

    it("is graded to its end, the honest ones as if they were alone", () => {
      expect([...batch.graded.keys()]).toEqual([...kinds.map(({ name }) => name), ...honest].sort());
      for (const name of honest) expect(marksOf(batch, name)).toEqual(batch.all);
    });

    it("leaves everything outside as it was: files, processes, sockets", () => {
      const { before, now } = outside.states();
      expect(now).toBe(before);
      expect(outside.leftBehind()).toEqual([]);
      expect(outside.contacts).toEqual([]);
    });

    describe.each(kinds)("$name: $tries", ({ name, lost = "nothing", says = /./, tried }) => {
      it("gets the points of what is right, and is told the reason", async () => {
        const [expected, marks] = [batch.expected(lost), marksOf(batch, name)];
        expect(Object.keys(marks).sort()).toEqual(Object.keys(expected).sort());
        for (const [cell, points] of Object.entries(marks)) expect(expected[cell], cell).toContain(points);
        expect(await batch.feedback(name)).toMatch(says);
      });

      it("reaches nothing", async () => {
        const outputs = await batch.outputs(name);
        expect(outputs).not.toMatch(REACHED);
        expect(outputs).not.toContain(outside.world.secret);
        expect(await batch.feedback(name)).not.toContain(outside.world.secret);
        if (tried) expect(outputs).toMatch(tried);
      });
    });

    it.skipIf(!findChromium())("runs no script in a page of feedback", async () => {
      const browser = await chromium.launch({ executablePath: findChromium(), args: browserFlags });
      try {
        for (const { name } of kinds.filter(({ inPages }) => inPages)) {
          const page = await browser.newPage();
          const asked: string[] = [];
          await page.route(/^https?:/, (route) => {
            asked.push(route.request().url());
            return route.abort();
          });
          await page.goto(pathToFileURL(batch.page(name)).href, { waitUntil: "load" });
          for (const trap of await page.locator("#trap").all())
            await trap.click({ timeout: 1_000 }).catch(() => undefined);
          expect(await page.title(), name).not.toBe("OWNED");
          expect(
            asked.filter((url) => url.includes(`:${outside.world.port}`)),
            name,
          ).toEqual([]);
          await page.close();
        }
      } finally {
        await browser.close();
      }
    });
  });
}

function marksOf(batch: Batch, name: string): Record<string, number> {
  const graded = batch.graded.get(name);
  if (graded === undefined) throw new Error(`${name} was not graded.`);
  if ("problem" in graded) throw new Error(`${name} was not graded: ${graded.problem}`);
  const marks = Object.fromEntries(graded.result.marks.map(({ gradeId, points }) => [gradeId, points]));
  const sum = Object.values(marks).reduce((total, points) => total + points, 0);
  // Manual points are not given by then.
  expect("score" in graded.booked && graded.booked.score).toBeCloseTo(sum, 2);
  return marks;
}
