import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { datasetAtHand, datasetNamed, hostFeed, tinyimagenet, type ImageSet } from "parallel-training/datasets";
import { tf } from "parallel-training/tensorflow";
import { PNG } from "pngjs";
import { extract } from "tar";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { classes, colourOf, jpeg, realImages, wnids, writeLayout } from "./tinyimagenet-files";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

const top = temporaryFolder("tinyimagenet");
let folder: string;
let lines: string[];
let count = 0;
const log = (line: string) => lines.push(line);
beforeEach(() => {
  folder = join(top, `${count++}`);
  process.env.WORKBOOK_DATA_DIR = join(folder, "user");
  lines = [];
});
afterAll(() => {
  delete process.env.WORKBOOK_DATA_DIR;
});

/** The colour of the middle of an image. */
function colour(set: ImageSet, row: number): number[] {
  const at = row * 12_288 + (32 * 64 + 32) * 3;
  return [...set.images.subarray(at, at + 3)];
}

function expectColour(set: ImageSet, row: number, expected: number[]): void {
  colour(set, row).forEach((value, channel) => {
    expect(Math.abs(value - expected[channel]), `image ${row}, channel ${channel}`).toBeLessThanOrEqual(3);
  });
}

/** Every image is where its class and number say. */
function expectAll({ train, test }: { train: ImageSet; test: ImageSet }): void {
  for (let row = 0; row < train.count; row++) expectColour(train, row, colourOf("train", row % 3, Math.floor(row / 3)));
  for (let row = 0; row < test.count; row++) expectColour(test, row, colourOf("val", row % 3, Math.floor(row / 3)));
}

describe("TinyImageNet in its folder layout", () => {
  it("is read with classes taking turns, image 10 after image 2", async () => {
    const data = await tinyimagenet({ dataDir: writeLayout(folder), globalBatchSize: 8, log });
    expect(data).toMatchObject({ name: "tinyimagenet", classes, imageSize: 64, globalBatchSize: 8, source: folder });
    expect(data.train).toMatchObject({ count: 36, shape: [64, 64, 3] });
    expect(data.test.count).toBe(6);
    expect([...data.train.labels.subarray(0, 7)]).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect([...data.test.labels]).toEqual([0, 1, 2, 0, 1, 2]);
    expectAll(data);
  });

  it("is found in a folder of its official name, and by its name", async () => {
    const official = join(folder, "user", "tiny-imagenet-200");
    expect(await datasetAtHand("tinyimagenet")).toBe("synthetic");
    writeLayout(official, { train: 1, val: 1 });
    expect((await tinyimagenet({ dataDir: join(folder, "user"), log })).source).toBe(official);
    expect(await datasetAtHand("tinyimagenet")).toBe("tinyimagenet");
    expect(await datasetAtHand()).toBe("synthetic");
    expect((await datasetNamed("tinyimagenet", { imageSize: 32, log })).imageSize).toBe(32);
  });

  it("goes on with the classes that have images left", async () => {
    writeLayout(folder, { train: 3, val: 1 });
    rmSync(join(folder, "train", wnids[1], "images", `${wnids[1]}_2.JPEG`));
    expect([...(await tinyimagenet({ dataDir: folder, log })).train.labels]).toEqual([0, 1, 2, 0, 1, 2, 0, 2]);
  });

  it("gives the first images when fewer are wanted, and says how many there are when more", async () => {
    writeLayout(folder);
    const data = await tinyimagenet({ dataDir: folder, trainImages: 5, testImages: 2, log });
    expect([data.train.count, data.train.images.length, data.train.labels.length]).toEqual([5, 5 * 12_288, 5]);
    expect(data.test.count).toBe(2);
    expectAll(data);
    await expect(tinyimagenet({ dataDir: folder, trainImages: 37 })).rejects.toThrow(/trainImages is 37.*holds 36/);
  });

  it("makes grey images coloured ones", async () => {
    writeLayout(folder, { train: 1, val: 1 });
    writeFileSync(join(folder, "train", wnids[0], "images", `${wnids[0]}_0.JPEG`), jpeg([77]));
    expectColour((await tinyimagenet({ dataDir: folder, log })).train, 0, [77, 77, 77]);
  });

  it("is fed to a training step as it is", async () => {
    const { train } = await tinyimagenet({ dataDir: writeLayout(folder), trainImages: 9, log });
    const feed = hostFeed(train, { batchSize: 4, imageSize: 64, shuffle: false, seed: 1, prefetch: 2 });
    let row = 0;
    for await (const { tensors } of feed.batches(1)) {
      const { inputs: images, labels } = feed.decode(tensors);
      expect([...labels.dataSync()]).toEqual([...train.labels.subarray(row, row + labels.size)]);
      const expected = Float32Array.from(train.images.subarray(row * 12_288, (row + labels.size) * 12_288), Number);
      expect(tf.max(tf.abs(tf.sub(tf.mul(images, 255), tf.tensor(expected, images.shape)))).dataSync()[0]).toBeLessThan(
        1e-3,
      );
      row += labels.size;
      tf.dispose([tensors, images, labels]);
    }
    feed.dispose();
    expect(row).toBe(9);
  });

  it.runIf(full)("is a sample of real images, where there is one", async (ctx) => {
    if (!realImages) return ctx.skip("no sample of TinyImageNet's images is here");
    mkdirSync(folder);
    await extract({ file: realImages, cwd: folder });
    const { train, test, classes } = await tinyimagenet({ dataDir: folder, log });
    expect([train.count, test.count, classes.length, new Set(classes).size]).toEqual([5000, 1000, 200, 200]);
    expect(new Set(train.labels.subarray(0, 200)).size).toBe(200);
    expect(new Set(test.labels.subarray(0, 200)).size).toBe(200);
    const mean = train.images.reduce((sum, byte) => sum + byte, 0) / train.images.length;
    // TinyImageNet's mean over all channels is 0.443 of 255.
    expect(mean / 255).toBeCloseTo(0.443, 1);
  });
});

it("decodes every kind of JPEG as TensorFlow in Python does, bit by bit", async () => {
  const fixtures = join(__dirname, "fixtures", "jpegs");
  const kinds = readdirSync(fixtures).filter((name) => name.endsWith(".JPEG"));
  expect(kinds).toHaveLength(5);
  writeLayout(folder, { train: kinds.length, val: 1 });
  kinds.forEach((name, image) => {
    const [wnid] = wnids;
    copyFileSync(join(fixtures, name), join(folder, "train", wnid, "images", `${wnid}_${image}.JPEG`));
  });
  const { train } = await tinyimagenet({ dataDir: folder, log });
  kinds.forEach((name, image) => {
    const png = PNG.sync.read(readFileSync(join(fixtures, name.replace(".JPEG", ".png"))));
    const expected = png.data.filter((_, index) => index % 4 !== 3);
    const row = image * wnids.length;
    expect(Buffer.compare(train.images.subarray(row * 12_288, (row + 1) * 12_288), expected), name).toBe(0);
  });
});

describe("What is wrong with a folder is said in one line", () => {
  const says = async (pattern: RegExp | string) => {
    const error = await tinyimagenet({ dataDir: folder, log }).catch((error: Error) => error);
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    if (typeof pattern === "string") expect(message).toContain(pattern);
    else expect(message).toMatch(pattern);
    expect(message).not.toContain("\n");
    // Nothing half done is left, and nobody is kept waiting.
    if (existsSync(folder)) expect(readdirSync(folder).filter((name) => name.startsWith("decoded"))).toEqual([]);
  };
  const image = (wnid: string, number: number) => join(folder, "train", wnid, "images", `${wnid}_${number}.JPEG`);

  it("a damaged JPEG", async () => {
    writeLayout(folder, { train: 3, val: 1 });
    const file = image(wnids[2], 1);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    await says(new RegExp(`${file} is damaged or no JPEG \\(\\d+ bytes\\): .*Copy the folder anew`));
    writeFileSync(file, "");
    await says(`${file} is damaged or no JPEG (0 bytes)`);
  });

  it("an image of another size", async () => {
    writeLayout(folder, { train: 2, val: 1 });
    writeFileSync(image(wnids[1], 1), jpeg([1, 2, 3], 32));
    await says(`${image(wnids[1], 1)} is 32x32 pixels, and TinyImageNet's images are 64x64.`);
  });

  it("no such folder, an empty one, another one, an archive", async () => {
    await says(/does not exist; correct the name, or name none, and TinyImageNet is downloaded/);
    mkdirSync(folder);
    await says(/is empty: name the folder with wnids\.txt/);
    writeFileSync(join(folder, "notes.txt"), "");
    await says(/holds no TinyImageNet \(but notes\.txt\)/);
    await expect(tinyimagenet({ dataDir: join(folder, "notes.txt") })).rejects.toThrow(/is not a folder; unpack it/);
  });

  it("a part that is missing", async () => {
    writeLayout(folder, { train: 2, val: 1 });
    rmSync(join(folder, "val", "images", "val_1.JPEG"));
    await says(`${folder} is not complete: it lacks val/images/val_1.JPEG.`);
    rmSync(join(folder, "val", "val_annotations.txt"));
    await says(`${folder} is not complete: it lacks val/val_annotations.txt.`);
    rmSync(image(wnids[1], 0));
    rmSync(image(wnids[1], 1));
    await says(`${join(folder, "train", wnids[1], "images")} holds no .JPEG file.`);
    rmSync(join(folder, "train", wnids[1]), { recursive: true });
    await says(`${folder} is not complete: it lacks train/${wnids[1]}.`);
    rmSync(join(folder, "val"), { recursive: true });
    await says(`${folder} is not complete: it lacks val.`);
  });

  it("an annotation of no class, and classes named twice", async () => {
    writeLayout(folder, { train: 1, val: 1 });
    const annotations = join(folder, "val", "val_annotations.txt");
    writeFileSync(annotations, `val_0.JPEG\t${wnids[0]}\t0\t0\t1\t1\nval_1.JPEG\tn00000000\t0\t0\t1\t1\n`);
    await says(/val_annotations\.txt is corrupt: line 2 names no class of wnids\.txt: "val_1\.JPEG\tn00000000/);
    writeFileSync(join(folder, "wnids.txt"), `${wnids[0]}\n${wnids[0]}\n`);
    await says(/wnids\.txt names 2 classes \(1 different\)/);
  });
});
