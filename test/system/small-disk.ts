import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary";

/** A file system of its own that is soon full. */
export interface SmallDisk {
  folder: string;
  /** Fills it up to so many bytes, and makes room again. */
  fill: (left: number) => void;
  empty: () => void;
  remove: () => void;
}

/** Mounts one, or says why that is not possible here. */
export function smallDisk(megabytes: number): SmallDisk | string {
  const folder = temporaryFolder("disk");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "small-disk", folder], { stdio: "pipe" });
  } catch {
    rmdirSync(folder);
    return "no file system can be mounted here: it needs root";
  }
  const filler = join(folder, "filler");
  return {
    folder,
    fill: (left) => {
      const file = openSync(filler, "a");
      const { bavail, bsize } = statfsSync(folder);
      for (let bytes = bavail * bsize - left; bytes > 0;)
        bytes -= writeSync(file, Buffer.alloc(Math.min(bytes, 1 << 20)));
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync("umount", ["--lazy", folder]);
      rmdirSync(folder);
    },
  };
}
