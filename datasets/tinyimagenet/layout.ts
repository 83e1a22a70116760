import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { copyAnew, fewOf, listDataFolder, readDataFile } from "../files";

/** The folder's name in the official archive. */
export const officialFolder = "tiny-imagenet-200";
/** Height, width and channels of every image, and its bytes. */
export const imageShape: [number, number, number] = [64, 64, 3];
export const imageBytes = 64 * 64 * 3;

const dataset = "TinyImageNet";
const remedy = copyAnew(dataset);
/** A label is a byte. */
const mostClasses = 256;

/** The images of one split, in the order of the set, classes taking turns. */
export interface Listed {
  /** Paths from the folder on. */
  files: string[];
  labels: Uint8Array;
}

/** What a folder holds, by names alone: no image has been read. */
export interface Listing {
  folder: string;
  /** The classes' names, in the order of `wnids.txt`. */
  classes: string[];
  train: Listed;
  test: Listed;
  /** A digest of names and labels in their order, and of some sizes: what a cache of the images is known by. */
  fingerprint: string;
}

/**
 * Finds TinyImageNet in a folder, or in a folder of its official name (`tiny-imagenet-200`) inside it.
 * @returns the folder with `wnids.txt`, `train` and `val`.
 * @throws one line when the folder is missing, unreadable or empty, holds something else, or lacks one of these.
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
    `${dataDir} ${names.length === 0 ? "is empty" : `holds no TinyImageNet (but ${fewOf(names)})`}: ` +
      "name the folder with wnids.txt, or the one above it. Or name none, and TinyImageNet is downloaded.",
  );
}

/**
 * Lists the images of a folder of TinyImageNet's layout: `train/<wnid>/images/*.JPEG` for training, `val/images` with
 * `val_annotations.txt` for testing (the official test images have no labels). Classes take turns, so that the first
 * few images are of as many classes as can be.
 * @throws one line naming the file or folder that is missing, or the line that is wrong.
 */
export async function listTinyImageNet(folder: string): Promise<Listing> {
  const wnids = await linesOf(join(folder, "wnids.txt"));
  if (wnids.length < 2 || wnids.length > mostClasses || new Set(wnids).size < wnids.length) {
    throw new Error(
      `${join(folder, "wnids.txt")} names ${wnids.length} classes (${new Set(wnids).size} different): ` +
        `2 to ${mostClasses} different ones are possible, and TinyImageNet has 200. ${remedy}`,
    );
  }
  const train = takingTurns(await trainingImages(folder, wnids));
  const test = takingTurns(await testImages(folder, wnids));
  return {
    ...{ folder, train, test },
    classes: await classNames(folder, wnids),
    fingerprint: await fingerprint(folder, wnids.length, [train, test]),
  };
}

async function trainingImages(folder: string, wnids: string[]): Promise<string[][]> {
  const there = new Set(await listDataFolder(join(folder, "train"), dataset));
  const missing = wnids.filter((wnid) => !there.has(wnid)).map((wnid) => join("train", wnid));
  if (missing.length > 0) throw incomplete(folder, missing);
  return Promise.all(
    wnids.map(async (wnid) => {
      const images = join("train", wnid, "images");
      const names = (await listDataFolder(join(folder, images), dataset)).filter(isJpeg);
      if (names.length === 0) throw new Error(`${join(folder, images)} holds no .JPEG file. ${remedy}`);
      return inOrder(names).map((name) => join(images, name));
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
  const there = new Set(await listDataFolder(join(folder, "val", "images"), dataset));
  const label = new Map(wnids.map((wnid, index) => [wnid, index]));
  const annotations = join(folder, "val", "val_annotations.txt");
  const names: string[][] = wnids.map(() => []);
  for (const [index, line] of (await linesOf(annotations)).entries()) {
    const [name, wnid] = line.split(/\s+/);
    const group = names.at(label.get(wnid) ?? names.length);
    if (!group) {
      throw new Error(`${annotations} is corrupt: line ${index + 1} names no class of wnids.txt: "${line}". ${remedy}`);
    }
    if (!there.has(name)) throw incomplete(folder, [join("val", "images", name)]);
    group.push(name);
  }
  if (names.every((group) => group.length === 0)) throw new Error(`${annotations} names no image. ${remedy}`);
  return names.map((group) => inOrder(group).map((name) => join("val", "images", name)));
}

/** The first word of each class in `words.txt`; its wnid where there is none. */
async function classNames(folder: string, wnids: string[]): Promise<string[]> {
  const words = new Map(
    (await linesOf(join(folder, "words.txt"))).map((line) => {
      const [wnid, names = wnid] = line.split("\t");
      return [wnid, names.split(",")[0]];
    }),
  );
  return wnids.map((wnid) => words.get(wnid) ?? wnid);
}

async function linesOf(file: string): Promise<string[]> {
  const text = (await readDataFile(file, dataset)).toString("utf8");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

const isJpeg = (name: string): boolean => /^[^.].*\.jpe?g$/i.test(name);

/** By the number in the name: image 2 before image 10, whatever order the file system has. */
function inOrder(names: string[]): string[] {
  return names
    .map((name) => ({ name, number: Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0) }))
    .sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** The first of each class, then the second of each class, and so on. */
function takingTurns(groups: string[][]): Listed {
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

/** All names and labels, but sizes only of the first images: 110,000 of them would take minutes on some file systems. */
async function fingerprint(folder: string, classes: number, sets: Listed[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { files, labels } of sets) {
    const sizes = files.slice(0, classes).map(async (file) => (await stat(join(folder, file))).size);
    hash.update(`${files.join("\0")}\n${(await Promise.all(sizes)).join()}\n`).update(labels);
  }
  return hash.digest("hex");
}

function incomplete(folder: string, missing: string[]): Error {
  return new Error(`${folder} is not complete: it lacks ${fewOf(missing)}. ${remedy}`);
}
