import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Has lessons that run in the meantime see no data set on this machine, so that they take made-up images: what is published
 * shows nobody's photographs.
 */
export async function onStandInImages<T>(use: () => Promise<T>): Promise<T> {
  const empty = await mkdtemp(join(tmpdir(), "parallel-training-no-data-"));
  const before = process.env.WORKBOOK_DATA_DIR;
  process.env.WORKBOOK_DATA_DIR = empty;
  try {
    return await use();
  } finally {
    if (before === undefined) delete process.env.WORKBOOK_DATA_DIR;
    else process.env.WORKBOOK_DATA_DIR = before;
    await rm(empty, { recursive: true, force: true });
  }
}
