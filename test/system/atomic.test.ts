import { mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeWhole, writeWholeSync } from "../../lib/system/atomic";
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
    expect(() => {
      writeWholeSync(file, "new".repeat(5000));
    }).toThrow("ENOSPC");
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
  rmSync(folder, { recursive: true });
});
