import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { collectLesson, makeCourse, releaseLesson } from "../../lib/course";
import { asMallory, mallory, scratchFolder, whyNotRoot } from "../system/mallory";
import { temporaryFolder } from "../temporary";
import { lessonOne } from "./class";

// Every start of nbgrader takes seconds, and many on a busy machine.
const { lesson } = lessonOne;
let course: string;
let exchange: string;
beforeEach(async () => {
  const folder = temporaryFolder("exchange-folder");
  chmodSync(folder, 0o755);
  [course, exchange] = [join(folder, "course"), join(folder, "exchange")];
  await makeCourse(course, { exchange });
});

const inExchange = (...names: string[]): string => join(exchange, "parallel-training", ...names);
const modeOf = (path: string): string => (lstatSync(path).mode & 0o7777).toString(8);
const modes = (): string[] => [exchange, inExchange(), inExchange("outbound"), inExchange("inbound")].map(modeOf);
/** Everybody may enter, nobody may rename what is another's, and nobody may list what was handed in. */
const right = ["1777", "755", "755", "3733"];

it("makes an exchange folder in which nobody can put anything in the place of the course's folder", async () => {
  await releaseLesson(course, lesson);
  expect(modes()).toEqual(right);
});

it("mends the modes of folders that an earlier release left open", async () => {
  await releaseLesson(course, lesson);
  chmodSync(exchange, 0o777);
  chmodSync(inExchange(), 0o777);
  chmodSync(inExchange("inbound"), 0o2733);
  chmodSync(inExchange("outbound"), 0o777);
  await releaseLesson(course, lesson, { again: true });
  expect(modes()).toEqual(right);
  chmodSync(exchange, 0o777);
  chmodSync(inExchange("inbound"), 0o777);
  await collectLesson(course, lesson);
  expect(modes()).toEqual(right);
});

describe.skipIf(whyNotRoot)(`in an exchange folder that others can reach${whyNotRoot && ` (${whyNotRoot})`}`, () => {
  it("lets nobody rename the course's folder or what it holds, nor write into what is handed out", async () => {
    await releaseLesson(course, lesson);
    const moved = (path: string): string => asMallory(`mv '${path}' '${path}.mine' 2>/dev/null && echo moved; true`);
    for (const path of [inExchange(), inExchange("outbound"), inExchange("inbound"), inExchange("outbound", lesson)])
      expect([path, moved(path)]).toEqual([path, ""]);
    for (const path of ["one-device.ipynb", "more.ipynb"].map((name) => inExchange("outbound", lesson, name)))
      expect(asMallory(`(echo mine >'${path}') 2>/dev/null && echo written; true`)).toBe("");
    const entry = inExchange("inbound", "zoe+01-one-device+2026-10-31 13:37:00.000000 UTC+x");
    mkdirSync(entry);
    expect(moved(entry)).toBe("");
    expect(asMallory(`ls '${inExchange("inbound")}' 2>/dev/null; true`)).toBe("");
  });

  it("refuses a course's folder that a student made first, and writes nothing into it", async () => {
    mkdirSync(exchange);
    chmodSync(exchange, 0o777);
    asMallory(`mkdir -m 777 '${inExchange()}'`);
    await expect(releaseLesson(course, lesson)).rejects.toThrow(
      /parallel-training belongs to nobody \(mode 777\), who can put something else in its place: have it moved away/,
    );
    expect(existsSync(inExchange("outbound"))).toBe(false);
    mkdirSync(inExchange("inbound"));
    await expect(collectLesson(course, lesson)).rejects.toThrow("parallel-training belongs to nobody");
  });

  it("refuses a folder of a student's below the course's own", async () => {
    await releaseLesson(course, lesson);
    chownSync(inExchange("inbound"), mallory.uid, mallory.gid);
    await expect(collectLesson(course, lesson)).rejects.toThrow(/inbound belongs to nobody/);
    await expect(releaseLesson(course, lesson, { again: true })).rejects.toThrow(/inbound belongs to nobody/);
  });

  it("follows no link to a folder elsewhere", async () => {
    const elsewhere = temporaryFolder("elsewhere");
    writeFileSync(join(elsewhere, "kept"), "");
    chmodSync(elsewhere, 0o700);
    mkdirSync(exchange);
    chmodSync(exchange, 0o777);
    asMallory(`ln -s '${elsewhere}' '${inExchange()}'`);
    await expect(releaseLesson(course, lesson)).rejects.toThrow(
      /parallel-training is not the folder that it should be/,
    );
    expect(modeOf(elsewhere)).toBe("700");
    rmSync(inExchange());
    await releaseLesson(course, lesson);
    rmSync(inExchange("outbound"), { recursive: true });
    symlinkSync(elsewhere, inExchange("outbound"));
    await expect(releaseLesson(course, lesson, { again: true })).rejects.toThrow(/outbound is not the folder/);
    expect(modeOf(elsewhere)).toBe("700");
  });

  it("refuses an exchange folder in a folder in which others can rename it", async () => {
    const open = temporaryFolder("open");
    chmodSync(open, 0o777);
    const other = join(temporaryFolder("course"), "course");
    await makeCourse(other, { exchange: join(open, "exchange") });
    await expect(releaseLesson(other, lesson)).rejects.toThrow(/belongs to root \(mode 777\), who can .* --exchange/);
    chmodSync(open, 0o775);
    chownSync(open, 0, 100);
    await expect(releaseLesson(other, lesson)).rejects.toThrow(/belongs to root \(mode 775\)/);
    const owned = scratchFolder();
    asMallory(`mkdir -m 755 '${owned}/theirs'`);
    const third = join(temporaryFolder("course"), "course");
    await makeCourse(third, { exchange: join(owned, "theirs", "exchange") });
    await expect(releaseLesson(third, lesson)).rejects.toThrow(/theirs belongs to nobody/);
  });
});
