import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { withLock } from "../../setup/lock.mjs";
import { temporaryFolder } from "../temporary";

const folder = () => temporaryFolder("lock");
const module = resolve(import.meta.dirname, "../../setup/lock.mjs");

const node = (program: string) =>
  execa(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit", reject: false });

describe("withLock", () => {
  test("lets one in at a time, and the next when it is done", async () => {
    const file = join(folder(), "lock");
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} in`);
      await sleep(50);
      order.push(`${name} out`);
    };
    await Promise.all(["a", "b", "c"].map((name) => withLock(file, work(name), { pollMilliseconds: 5 })));
    for (let i = 0; i < order.length; i += 2) expect(order[i + 1]).toBe(order[i].replace("in", "out"));
    expect(existsSync(file)).toBe(false);
  });

  test("is let go when the work fails", async () => {
    const file = join(folder(), "lock");
    await expect(withLock(file, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await withLock(file, () => Promise.resolve("next"))).toBe("next");
  });

  test("is taken over from a process that was killed", async () => {
    const file = join(folder(), "lock");
    await node(`
      import { withLock } from ${JSON.stringify(module)};
      await withLock(${JSON.stringify(file)}, async () => process.kill(process.pid, "SIGKILL"));`);
    expect(existsSync(file)).toBe(true);
    expect(await withLock(file, () => Promise.resolve("taken over"))).toBe("taken over");
  });

  test("of another host is respected until its heartbeat stops", async () => {
    const file = join(folder(), "lock");
    const holder = { token: "other", host: `not-${hostname()}`, pid: 1, started: "1" };
    writeFileSync(file, JSON.stringify(holder));
    const heartbeat = (date: string) => utimesSync(file, new Date(date), new Date(date));
    heartbeat("2100-01-01");
    const waited: string[] = [];
    const work = () => Promise.resolve("taken over");
    const onWait = ({ host }: { host: string }) => {
      waited.push(host);
      heartbeat("2000-01-01");
    };
    const options = { pollMilliseconds: 20, onWait };
    expect(await withLock(file, work, options)).toBe("taken over");
    expect(waited).toEqual([holder.host]);
  });

  test.each(["2100-01-01", "3000-01-01"])(
    "of another host that died with its clock at %s is taken over",
    async (date) => {
      const file = join(folder(), "lock");
      writeFileSync(file, JSON.stringify({ token: "other", host: `not-${hostname()}`, pid: 1, started: "1" }));
      utimesSync(file, new Date(date), new Date(date));
      const options = { pollMilliseconds: 5, deadAfterSeconds: 0.05 };
      expect(await withLock(file, () => Promise.resolve("taken over"), options)).toBe("taken over");
    },
  );

  test("holds between processes that contend for a dead one's lock", async () => {
    const directory = folder();
    const [file, log] = [join(directory, "lock"), join(directory, "log")];
    writeFileSync(file, JSON.stringify({ token: "dead", host: hostname(), pid: 999_999_999, started: "1" }));
    const contender = (name: number) =>
      node(`
        import { appendFileSync } from "node:fs";
        import { withLock } from ${JSON.stringify(module)};
        for (let i = 0; i < 5; i++) {
          await withLock(${JSON.stringify(file)}, async () => {
            appendFileSync(${JSON.stringify(log)}, "in ${name}\\n");
            await new Promise((done) => setTimeout(done, 5));
            appendFileSync(${JSON.stringify(log)}, "out ${name}\\n");
          }, { pollMilliseconds: 1 });
        }`);
    await Promise.all([1, 2, 3].map(contender));
    const lines = readFileSync(log, "utf8").trim().split("\n");
    expect(lines).toHaveLength(30);
    for (let i = 0; i < lines.length; i += 2) expect(lines[i + 1]).toBe(lines[i].replace("in", "out"));
  });
});
