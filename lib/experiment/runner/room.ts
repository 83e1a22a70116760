import { statfs } from "node:fs/promises";

/** MB that must be free where a run begins: its record, what it prints, and the journal need less. */
const least = 20;

/** @throws one line when the disk is so full that a run would fail for it. */
export async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / 1e6;
  if (free >= least) return;
  throw new Error(
    `The disk of ${folder} has ${free.toFixed(1)} MB left, and a run may need ${least} MB: make room, and go on by ` +
      "`./workbook experiment resume`. What was measured is kept.",
  );
}
