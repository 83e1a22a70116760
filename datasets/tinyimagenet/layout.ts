import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { copyAgain, firstNames, linesOf, listDataFolder, readDataFile } from "../files";

/** The folder's name in the official archive. */
export const officialFolder = "tiny-imagenet-200";
/** Height, width and channels of every image. */
export const imageShape: [number, number, number] = [64, 64, 3];
export const imageBytes = 64 * 64 * 3;

const dataset = "TinyImageNet";
const remedy = copyAgain(dataset);
/** A label must fit into a byte. */
const mostClasses = 256;

/** The images of one split, with alternating classes. */
export interface ListedImages {
  /** Paths relative to the folder. */
  files: string[];
  labels: Uint8Array;
}

/** The content of a folder, from file names alone. */
export interface Listing {
  folder: string;
  /** The classes' names, in the order of `wnids.txt`. */
  classes: string[];
  train: ListedImages;
  test: ListedImages;
  /** A digest of names, labels and some file sizes, which identifies a cache of the images. */
  fingerprint: string;
}

/**
 * Finds TinyImageNet in a folder, or in a folder of its official name (`tiny-imagenet-200`) inside it.
 * @returns the folder with `wnids.txt`, `train` and `val`.
 * @throws one line when the folder is missing, unreadable or empty, has other content, or lacks one of these.
 */
export async function locateTinyImageNet(dataDir: string): Promise<string> {
  const parts = ["wnids.txt", "train", "val"];
  const names = await listDataFolder(dataDir, dataset);
  const above = !parts.some((part) => names.includes(part)) && names.includes(officialFolder);
  const folder = above ? join(dataDir, officialFolder) : dataDir;
  const inside = above ? await listDataFolder(folder, dataset) : names;
  const missing = parts.filter((part) => !inside.includes(part));
  if (missing.length === 0) return folder;
  if (above || missing.length < parts.length) throw incomplete(folder, missing);
  throw new Error(
    `${dataDir} ${names.length === 0 ? "is empty" : `holds no TinyImageNet (but ${firstNames(names)})`}: ` +
      "name the folder with wnids.txt, or the one above it. Or name none, and TinyImageNet is downloaded.",
  );
}

/**
 * Lists the images of a folder of TinyImageNet's layout: `train/<wnid>/images/*.JPEG` for training, `val/images` with
 * `val_annotations.txt` for testing (the official test images have no labels). Classes alternate, so that the first images
 * cover as many classes as possible.
 * @throws one line with the missing file or folder, or the wrong line.
 */
export async function listTinyImageNet(folder: string): Promise<Listing> {
  const wnids = await readLines(join(folder, "wnids.txt"));
  if (wnids.length < 2 || wnids.length > mostClasses || new Set(wnids).size < wnids.length) {
    throw new Error(
      `${join(folder, "wnids.txt")} names ${wnids.length} classes (${new Set(wnids).size} different): ` +
        `2 to ${mostClasses} different ones are possible, and TinyImageNet has 200. ${remedy}`,
    );
  }
  const train = alternating(await trainingImages(folder, wnids));
  const test = alternating(await testImages(folder, wnids));
  return {
    ...{ folder, train, test },
    classes: await classNames(folder, wnids),
    fingerprint: await fingerprint(folder, wnids.length, [train, test]),
  };
}

async function trainingImages(folder: string, wnids: string[]): Promise<string[][]> {
  const folders = new Set(await listDataFolder(join(folder, "train"), dataset));
  const missing = wnids.filter((wnid) => !folders.has(wnid)).map((wnid) => join("train", wnid));
  if (missing.length > 0) throw incomplete(folder, missing);
  return Promise.all(
    wnids.map(async (wnid) => {
      const images = join("train", wnid, "images");
      const names = (await listDataFolder(join(folder, images), dataset)).filter(isJpeg);
      if (names.length === 0) throw new Error(`${join(folder, images)} holds no .JPEG file. ${remedy}`);
      return sortedByNumber(names).map((name) => join(images, name));
    }),
  );
}

async function testImages(folder: string, wnids: string[]): Promise<string[][]> {
  const inside = await listDataFolder(join(folder, "val"), dataset);
  const missing = ["val_annotations.txt", "images"].filter((name) => !inside.includes(name));
  if (missing.length > 0) {
    throw incomplete(
      folder,
      missing.map((name) => join("val", name)),
    );
  }
  const images = new Set(await listDataFolder(join(folder, "val", "images"), dataset));
  const label = new Map(wnids.map((wnid, index) => [wnid, index]));
  const annotations = join(folder, "val", "val_annotations.txt");
  const names: string[][] = wnids.map(() => []);
  for (const [index, line] of (await readLines(annotations)).entries()) {
    const [name, wnid] = line.split(/\s+/);
    const group = names.at(label.get(wnid) ?? names.length);
    if (!group) {
      throw new Error(`${annotations} is corrupt: line ${index + 1} names no class of wnids.txt: "${line}". ${remedy}`);
    }
    if (!images.has(name)) throw incomplete(folder, [join("val", "images", name)]);
    group.push(name);
  }
  if (names.every((group) => group.length === 0)) throw new Error(`${annotations} names no image. ${remedy}`);
  return names.map((group) => sortedByNumber(group).map((name) => join("val", "images", name)));
}

/** The first word of each class in `words.txt`, or its wnid if there is none. */
async function classNames(folder: string, wnids: string[]): Promise<string[]> {
  const words = new Map(
    (await readLines(join(folder, "words.txt"))).map((line) => {
      const [wnid, names = wnid] = line.split("\t");
      return [wnid, names.split(",")[0]];
    }),
  );
  return wnids.map((wnid) => words.get(wnid) ?? wnid);
}

const readLines = async (file: string): Promise<string[]> => linesOf(await readDataFile(file, dataset), file);

const isJpeg = (name: string): boolean => /^[^.].*\.jpe?g$/i.test(name);

/** Sorts by the number in the name, so that image 2 comes before image 10 on every file system. */
function sortedByNumber(names: string[]): string[] {
  return names
    .map((name) => ({ name, number: Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0) }))
    .sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** The first image of each class, then the second of each class, and so on. */
function alternating(groups: string[][]): ListedImages {
  const files: string[] = [];
  const labels: number[] = [];
  const longest = Math.max(...groups.map((group) => group.length));
  for (let turn = 0; turn < longest; turn++) {
    groups.forEach((group, label) => {
      if (turn >= group.length) return;
      files.push(group[turn]);
      labels.push(label);
    });
  }
  return { files, labels: Uint8Array.from(labels) };
}

/** Includes only the first images' sizes, because reading 110,000 sizes takes minutes on some file systems. */
async function fingerprint(folder: string, classes: number, sets: ListedImages[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { files, labels } of sets) {
    const sizes = files.slice(0, classes).map(async (file) => (await stat(join(folder, file))).size);
    hash.update(`${files.join("\0")}\n${(await Promise.all(sizes)).join()}\n`).update(labels);
  }
  return hash.digest("hex");
}

function incomplete(folder: string, missing: string[]): Error {
  return new Error(`${folder} is not complete: it lacks ${firstNames(missing)}. ${remedy}`);
}
