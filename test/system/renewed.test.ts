import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { once } from "../../datasets/download/once";
import { holdFolder } from "../../lib/system/hold";
import { isForsaken } from "../../lib/system/renewed";
import { temporaryFolder } from "../temporary";

/** A lock whose holder's clock is wrong by these seconds. */
function lock(path: string, seconds: number): () => void {
  mkdirSync(path, { recursive: true });
  let ticks = 0;
  const renew = () => utimesSync(path, new Date(), Date.now() / 1000 + seconds + ticks++);
  renew();
  return renew;
}

describe.concurrent("a lock", () => {
  it.each([86_400, 3600, 10])("that a clock %i s ahead left behind is forsaken", async (seconds) => {
    const path = join(temporaryFolder("lock"), "lock");
    lock(path, seconds);
    expect(await isForsaken(path, 20)).toBe(true);
  });

  it("that is renewed is not, nor one of the past, whose age counts, nor one that is gone", async () => {
    const path = join(temporaryFolder("lock"), "lock");
    const timer = setInterval(lock(path, 86_400), 5);
    expect(await isForsaken(path, 500)).toBe(false);
    clearInterval(timer);
    lock(path, -10);
    expect(await isForsaken(path, 20)).toBe(false);
    expect(await isForsaken(`${path}.gone`, 20)).toBe(false);
  });

  it("of a download's process is waited for, and then taken away", async () => {
    const target = join(temporaryFolder("once"), "data");
    lock(`${target}.lock`, 86_400);
    const make = async () => {
      mkdirSync(target);
    };
    expect(await once(target, "data", make, 2000)).toBe(target);
  });

  it("of another machine's runner does not hold an experiment for ever", async () => {
    const folder = temporaryFolder("hold");
    const runner = { host: `not-${hostname()}`, pid: 1, started: "1", by: "writer-other" };
    writeFileSync(join(folder, "runner.json"), JSON.stringify(runner));
    lock(join(folder, "runner.lock"), 86_400);
    const hold = await holdFolder(folder, { what: "This experiment", look: "look", resume: "again" });
    await hold.release();
  });
});
