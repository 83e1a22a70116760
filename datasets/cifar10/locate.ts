import { join } from "node:path";
import { firstNames, listDataFolder } from "../files";
import { remedy, type Batch } from "./batch";
import { readBinary, readBinaryNames } from "./binary";
import { readPython, readPythonNames } from "./python";

/** One of the two layouts in which CIFAR-10 is distributed. */
interface Layout {
  /** The folder's name in the official archive. */
  folder: string;
  trainFiles: string[];
  testFile: string;
  namesFile: string;
  read: (file: string, bytes: Uint8Array) => Batch;
  readNames: (file: string, bytes: Uint8Array) => string[];
}

export type LayoutName = "binary" | "python";

export const layouts: Record<LayoutName, Layout> = {
  binary: {
    folder: "cifar-10-batches-bin",
    trainFiles: [1, 2, 3, 4, 5].map((number) => `data_batch_${number}.bin`),
    testFile: "test_batch.bin",
    namesFile: "batches.meta.txt",
    read: readBinary,
    readNames: readBinaryNames,
  },
  python: {
    folder: "cifar-10-batches-py",
    trainFiles: [1, 2, 3, 4, 5].map((number) => `data_batch_${number}`),
    testFile: "test_batch",
    namesFile: "batches.meta",
    read: readPython,
    readNames: readPythonNames,
  },
};

/** A complete folder of CIFAR-10. */
export interface Location {
  folder: string;
  layout: Layout;
}

/**
 * Finds CIFAR-10 in a folder, or in a folder of its official name (`cifar-10-batches-bin`, `cifar-10-batches-py`)
 * inside it.
 * @throws one line when the folder is missing, unreadable or empty, has other content, or lacks a file.
 */
export async function locateCifar10(dataDir: string): Promise<Location> {
  const names = await listDataFolder(dataDir, "CIFAR-10");
  const here = layoutAmong(names);
  if (here) return complete(dataDir, here, names);
  for (const layout of Object.values(layouts)) {
    if (!names.includes(layout.folder)) continue;
    const folder = join(dataDir, layout.folder);
    const inside = await listDataFolder(folder, "CIFAR-10");
    // People rename folders, so the content decides the layout.
    return complete(folder, layoutAmong(inside) ?? layout, inside);
  }
  const what = names.length === 0 ? "is empty" : `holds no CIFAR-10 (but ${firstNames(names)})`;
  throw new Error(
    `${dataDir} ${what}: name the folder with data_batch_1.bin or data_batch_1, or the one above it. Or name none, and CIFAR-10 is downloaded.`,
  );
}

function layoutAmong(names: string[]): Layout | undefined {
  return Object.values(layouts).find(({ trainFiles, testFile }) =>
    [...trainFiles, testFile].some((file) => names.includes(file)),
  );
}

function complete(folder: string, layout: Layout, names: string[]): Location {
  const missing = [...layout.trainFiles, layout.testFile, layout.namesFile].filter((file) => !names.includes(file));
  if (missing.length === 0) return { folder, layout };
  throw new Error(
    `${folder} ${names.length === 0 ? "is empty" : "is not complete"}: it lacks ${missing.join(", ")}. ${remedy}`,
  );
}
