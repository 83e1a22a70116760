import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { tinyimagenet } from "parallel-training/datasets";
import { workbookRoot } from "../../lib/system/workbook";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { jpeg, wnids, writeLayout } from "./tinyimagenet-files";
import { temporaryFolder } from "../temporary";

const top = temporaryFolder("tinyimagenet-cache");
let folder: string;
let cache: string;
let user: string;
let lines: string[];
let count = 0;
beforeEach(() => {
  const place = join(top, `${count++}`);
  folder = writeLayout(join(place, "data"));
  cache = join(folder, "decoded.cache");
  user = join(place, "user");
  process.env.WORKBOOK_DATA_DIR = user;
  lines = [];
});
afterAll(() => {
  delete process.env.WORKBOOK_DATA_DIR;
});

const load = (trainImages?: number, testImages?: number) =>
  tinyimagenet({ dataDir: folder, trainImages, testImages, log: (line) => lines.push(line) });

/** With a broken image, whoever decodes again fails. */
function breakImages(): void {
  writeFileSync(join(folder, "train", wnids[0], "images", `${wnids[0]}_3.JPEG`), "broken");
}

const remains = (where: string) => readdirSync(where).filter((name) => /\.(part|lock)$/.test(name));

describe("Decoded images are kept beside the images", () => {
  it("and read from there the next time", async () => {
    const first = await load();
    expect(lines).toEqual([`Kept the decoded images (1 MB) in ${cache}`]);
    breakImages();
    const second = await load();
    expect(second.train.images).toEqual(first.train.images);
    expect(second.test.images).toEqual(first.test.images);
    expect((await load(7, 2)).train.images).toEqual(first.train.images.subarray(0, 7 * 12_288));
    expect(lines).toHaveLength(1);
    expect(remains(folder)).toEqual([]);
    expect(existsSync(user)).toBe(false);
  });

  it("as many as were asked for; more are added, and never fewer kept", async () => {
    await load(5, 6);
    const few = statSync(cache).size;
    const data = await load(8, 1);
    expect([data.train.count, data.test.count, data.test.images.length]).toEqual([8, 1, 12_288]);
    expect(statSync(cache).size - few).toBe(3 * 12_288);
    breakImages();
    expect((await load(8, 6)).test.count).toBe(6);
    await expect(load()).rejects.toThrow(/is damaged or no JPEG/);
  });

  it("and made anew when the folder's images have changed", async () => {
    await load();
    const [wnid] = wnids;
    writeFileSync(join(folder, "train", wnid, "images", `${wnid}_12.JPEG`), jpeg([9, 9, 9]));
    const { train } = await load();
    expect(train.count).toBe(37);
    expect(train.images[36 * 12_288]).toBeLessThan(14);
    const { size } = statSync(cache);
    writeFileSync(join(folder, "train", wnid, "images", `${wnid}_0.JPEG`), jpeg([1, 2, 3, 4].slice(0, 3), 64));
    expect((await load()).train.images[0]).toBeLessThan(6);
    expect(statSync(cache).size).toBe(size);
  });

  it.each([
    ["cut short", () => truncateSync(cache, 200_000), "it is cut short"],
    ["cut within its header", () => truncateSync(cache, 100), "it is cut short"],
    ["another file", () => writeFileSync(cache, "x".repeat(100_000)), "its header is no JSON"],
    [
      "changed by one bit",
      () => {
        const bytes = readFileSync(cache);
        bytes[bytes.length - 5] ^= 1;
        writeFileSync(cache, bytes);
      },
      "its images from 0 on are not those that were written",
    ],
  ])("and made anew when the cache is %s", async (_, damage, reason) => {
    const first = await load();
    damage();
    expect((await load()).test.images).toEqual(first.test.images);
    expect(lines[1]).toBe(`The cache ${cache} is damaged (${reason}): its images are decoded anew.`);
    await load();
    expect(lines.filter((line) => line.includes("damaged"))).toHaveLength(lines.length - 2);
  });

  it("without what a killed process left", async () => {
    const old = `${cache}.0.part`;
    const young = `${cache}.1.part`;
    appendFileSync(old, "old");
    appendFileSync(young, "young");
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(old, hourAgo, hourAgo);
    await load();
    expect(remains(folder)).toEqual(["decoded.cache.1.part"]);
  });
});

describe("Of several that ask at once", () => {
  it("one decodes and the others wait, in one process", async () => {
    const all = await Promise.all([load(), load(), load()]);
    expect(all[1].train.images).toEqual(all[0].train.images);
    expect(all[2].test.images).toEqual(all[0].test.images);
    expect(lines.filter((line) => line.startsWith("Kept"))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("Another process is decoding"))).toHaveLength(2);
    expect(remains(folder)).toEqual([]);
  });

  it("one decodes and the others wait, in several processes", async () => {
    const program = `
      require(${JSON.stringify(join(workbookRoot, "dist", "datasets"))})
        .tinyimagenet({ dataDir: ${JSON.stringify(folder)}, log: console.log })
        .then(({ train }) => console.log(require("node:crypto").createHash("sha256").update(train.images).digest("hex")))`;
    const outputs = await Promise.all(
      [1, 2, 3].map(async () => (await execa(process.execPath, ["-e", program])).stdout.split("\n")),
    );
    expect(new Set(outputs.map((lines) => lines.at(-1))).size).toBe(1);
    expect(outputs.flat().filter((line) => line.startsWith("Kept"))).toHaveLength(1);
    expect(remains(folder)).toEqual([]);
  });
});

describe("Where nothing can be written beside the images", () => {
  it("they are kept in the user's data folder, for every folder with the same images", async () => {
    mkdirSync(cache); // no file can take a folder's place
    const first = await load();
    const [name] = readdirSync(user);
    expect(name).toMatch(/^tiny-imagenet-200-[0-9a-f]{12}\.cache$/);
    expect(lines.at(-1)).toBe(`Kept the decoded images (1 MB) in ${join(user, name)}`);
    breakImages();
    expect((await load()).train.images).toEqual(first.train.images);
    expect(remains(folder)).toEqual([]);
    const other = writeLayout(join(top, `${count++}`));
    mkdirSync(join(other, "decoded.cache"));
    lines = [];
    folder = other;
    await load();
    expect(lines.filter((line) => line.startsWith("Kept"))).toEqual([]);
  });

  it("the same holds for a folder of somebody else, which is only read", async (ctx) => {
    // No folder is closed to root, who can be nobody instead.
    const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const dataset = join(workbookRoot, "dist", "datasets");
    const run = (program: string) => execa(process.execPath, ["-e", program], { ...somebody, reject: false });
    const { failed } = await run(`require(${JSON.stringify(dataset)})`);
    if (failed) return ctx.skip("only root may read the workbook's own files");
    mkdirSync(user);
    chmodSync(top, 0o755);
    chmodSync(user, 0o777);
    chmodSync(folder, 0o555);
    const { stdout, stderr } = await run(
      `require(${JSON.stringify(dataset)}).tinyimagenet({ dataDir: ${JSON.stringify(folder)}, log: console.log })`,
    );
    chmodSync(folder, 0o755); // else nobody but root can remove it
    const [name] = readdirSync(user);
    expect(stdout + stderr).toBe(`Kept the decoded images (1 MB) in ${join(user, name)}`);
    expect(existsSync(cache)).toBe(false);
  });

  it("and nowhere else, training goes on, and one line says so", async () => {
    mkdirSync(cache);
    writeFileSync(user, ""); // not a folder
    expect((await load()).train.count).toBe(36);
    const said = lines.filter((line) => line.includes("cannot be kept"));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^The decoded images \(1 MB\) cannot be kept \(.*EISDIR.*; .*\), so every run decodes them again: make room/,
    );
    expect(remains(folder)).toEqual([]);
  });
});
