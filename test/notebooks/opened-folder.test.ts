import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import * as fs from "node:fs/promises";
import { freePort } from "../../lib/system/free-port";
import { openedFolder, refuseClosed } from "../../lib/notebooks/opened-folder";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

vi.mock(import("node:fs/promises"), async (original) => ({ ...(await original()) }));

function shared() {
  const installation = temporaryFolder("installation");
  const home = temporaryFolder("home");
  mkdirSync(join(installation, "notebooks", "01"), { recursive: true });
  const notebook = join(installation, "notebooks", "01", "1.ipynb");
  writeFileSync(notebook, "original");
  chmodSync(notebook, 0o444);
  return { installation, home };
}

test("the closed part of a lesson never gets into a student's copy, and is not handed out", async () => {
  const { installation, home } = shared();
  const lesson = join(installation, "notebooks", "01");
  writeFileSync(join(lesson, "lesson.md"), "answers");
  mkdirSync(join(lesson, "exercises"));
  writeFileSync(join(lesson, "exercises", "index.ts"), "answers");
  expect(() => refuseClosed(lesson)).toThrow(`${join(lesson, "lesson.md")} holds answers: run \`npm run notebooks\``);
  const closed = vi.spyOn(fs, "access").mockRejectedValue(new Error("read-only"));
  const own = await openedFolder({ installation, home });
  closed.mockRestore();
  expect(readdirSync(join(own, "01"))).toEqual(["1.ipynb"]);
  expect(() => refuseClosed(join(own, "01"))).not.toThrow();
});

test("a writable installation is opened itself", async () => {
  const { installation, home } = shared();
  expect(await openedFolder({ installation, home })).toBe(join(installation, "notebooks"));
});

test("a read-only one is copied into the user's home, and what is there is kept", async () => {
  const { installation, home } = shared();
  const { access } = fs;
  // Root may write everywhere, so the file system's answer is given here.
  vi.spyOn(fs, "access").mockImplementation((path, mode) =>
    mode === fs.constants.W_OK ? Promise.reject(new Error("EROFS")) : access(path, mode),
  );
  const own = await openedFolder({ installation, home });
  const copy = join(own, "01", "1.ipynb");
  expect(own).toBe(join(home, "parallel-training"));
  expect(statSync(copy).mode & 0o200).toBe(0o200);
  writeFileSync(copy, "my answers");
  writeFileSync(join(installation, "notebooks", "02.ipynb"), "new lesson");
  await openedFolder({ installation, home });
  expect(readFileSync(copy, "utf8")).toBe("my answers");
  expect(readFileSync(join(own, "02.ipynb"), "utf8")).toBe("new lesson");
});

test("a copy that was interrupted is no half notebook for ever", async () => {
  const { installation, home } = shared();
  const [notebook, size] = [join(installation, "notebooks", "large.ipynb"), 200_000_000];
  writeFileSync(notebook, "");
  truncateSync(notebook, size);
  const opening = `
    const fs = require("node:fs/promises");
    const { access } = fs;
    fs.access = (path, mode) => (mode === fs.constants.W_OK ? Promise.reject(new Error("EROFS")) : access(path, mode));
    require(${JSON.stringify(join(workbookRoot, "dist", "lib", "notebooks", "opened-folder"))})
      .openedFolder(${JSON.stringify({ installation, home })});`;
  const own = join(home, "parallel-training");
  const isBegun = (): boolean => existsSync(own) && readdirSync(own).some((name) => name.includes("large"));
  const killed = spawn(process.execPath, ["-e", opening], { stdio: "inherit" });
  const ended = once(killed, "close");
  while (!isBegun() && killed.exitCode === null) await sleep(1);
  killed.kill("SIGKILL");
  await ended;
  const copy = join(own, "large.ipynb");
  const left = existsSync(copy) ? statSync(copy).size : "nothing";
  expect(["nothing", size]).toContain(left);
  execFileSync(process.execPath, ["-e", opening]);
  expect(statSync(copy).size).toBe(size);
});

test("a taken port is passed over", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  expect(await freePort("127.0.0.1", taken)).toBeGreaterThan(taken);
  server.close();
});
