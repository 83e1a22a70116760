import { mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { refuseUnwritable, writeWhole, writeWholeSync } from "../../lib/system/atomic";
import { smallDisk } from "./small-disk";
import { temporaryFolder } from "../temporary";

it("a disk with room for a part of a file keeps the old one", async (context) => {
  const disk = smallDisk(1);
  if (typeof disk === "string") return context.skip(disk);
  try {
    const file = join(disk.folder, "file");
    await writeWhole(file, "old".repeat(5000));
    disk.fill(8192);
    await expect(writeWhole(file, "new".repeat(5000))).rejects.toThrow("ENOSPC");
    expect(() => writeWholeSync(file, "new".repeat(5000))).toThrow("ENOSPC");
    expect(readFileSync(file, "utf8")).toBe("old".repeat(5000));
    expect(readdirSync(disk.folder).sort()).toEqual(["file", "filler"]);
    disk.empty();
    writeWholeSync(file, "new".repeat(5000));
    expect(readFileSync(file, "utf8")).toBe("new".repeat(5000));
  } finally {
    disk.remove();
  }
});

it("writes nothing when the folder through which it writes has been taken away", async () => {
  const folder = temporaryFolder("files");
  const by = mkdtempSync(join(folder, "by-"));
  const file = join(folder, "file");
  await writeWhole(file, "one", { by });
  rmdirSync(by);
  await expect(writeWhole(file, "two", { by })).rejects.toThrow("ENOENT");
  expect(readFileSync(file, "utf8")).toBe("one");
});

it.each<[what: string, path: (folder: string) => string, isFolder: boolean, why: RegExp]>([
  ["a folder", (folder) => folder, false, /it is a folder, so name a file in it/],
  ["a device", () => "/dev/null", false, /it is no regular file, so name another one/],
  ["below a file", (folder) => join(folder, "file", "run.json"), false, /a file stands where a folder is needed/],
  ["a file for a folder", (folder) => join(folder, "file"), true, /a file stands where a folder is needed/],
  ["a folder below a file", (folder) => join(folder, "file", "x"), true, /a file stands where a folder is needed/],
  ["in a place of the kernel's", () => "/proc/run.json", false, /no file can be made there, so name another place/],
  ["of a name too long", (folder) => join(folder, "x".repeat(300)), false, /a name in it is too long, so shorten it/],
])("an output that is %s is refused before the work", (_, path, isFolder, why) => {
  const folder = temporaryFolder("output");
  writeFileSync(join(folder, "file"), "kept");
  const refuse = () => refuseUnwritable("The run record", path(folder), { isFolder });
  expect(refuse).toThrow(why);
  expect(refuse).toThrow(/^The run record \S+ cannot be written: \P{Cc}*\.$/u);
  expect(readdirSync(folder)).toEqual(["file"]);
});

it("an output gets the folders that are missing, keeps what it holds, and needs room", (context) => {
  const folder = temporaryFolder("output");
  const file = join(folder, "a", "b", "run.json");
  refuseUnwritable("The run record", file);
  writeFileSync(file, "old");
  refuseUnwritable("The run record", file);
  refuseUnwritable("The folder", join(folder, "c"), { isFolder: true });
  expect([readdirSync(dirname(file)), readdirSync(join(folder, "c")), readFileSync(file, "utf8")]).toEqual([
    ["run.json"],
    [],
    "old",
  ]);
  const disk = smallDisk(2);
  if (typeof disk === "string") return context.skip(disk);
  disk.fill(1000);
  expect(() => refuseUnwritable("The run record", join(disk.folder, "run.json"))).toThrow(/has less than 1 MiB left/);
  disk.remove();
});
