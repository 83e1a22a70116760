import { readFileSync, rmSync, truncateSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cifar10 } from "parallel-training/datasets";
import { beforeEach, describe, expect, it } from "vitest";
import { readPython } from "../../datasets/cifar10/python";
import { unreadable } from "../../datasets/files";
import { byteOf, labelOf, names, realImages, writeBinaryLayout, writePythonLayout } from "./cifar10-files";
import { temporaryFolder } from "../temporary";

const top = temporaryFolder("cifar10");
let folder: string;
let count = 0;
beforeEach(() => {
  folder = join(top, `${count++}`);
});

describe.each([
  { layout: "binary", write: writeBinaryLayout, official: "cifar-10-batches-bin" },
  { layout: "python", write: writePythonLayout, official: "cifar-10-batches-py" },
])("CIFAR-10 in its $layout layout", ({ write, official }) => {
  it("is read in place, pixel by pixel", async () => {
    write(folder, 4);
    const data = await cifar10({ dataDir: folder, imageSize: 64, globalBatchSize: 8 });
    expect(data).toMatchObject({ name: "cifar10", classes: names, imageSize: 64, globalBatchSize: 8, source: folder });
    expect(data.train).toMatchObject({ count: 20, shape: [32, 32, 3] });
    expect(data.test.count).toBe(4);
    expect([...data.train.labels]).toEqual(
      [1, 2, 3, 4, 5].flatMap((file) => [0, 1, 2, 3].map((image) => labelOf(file, image))),
    );
    for (const [row, file, image] of [
      [0, 1, 0],
      [7, 2, 3],
      [19, 5, 3],
    ]) {
      for (const [pixel, channel] of [
        [0, 0],
        [0, 2],
        [33, 1],
        [1023, 2],
      ]) {
        expect(data.train.images[row * 3072 + pixel * 3 + channel]).toBe(byteOf(file, image, channel * 1024 + pixel));
      }
    }
  });

  it("is found in a folder of its official name", async () => {
    write(join(folder, official), 1);
    expect((await cifar10({ dataDir: folder })).source).toBe(join(folder, official));
  });

  it("gives the first images when fewer are wanted, and says how many there are when more", async () => {
    write(folder, 4);
    const data = await cifar10({ dataDir: folder, trainImages: 6, testImages: 1 });
    expect([data.train.count, data.train.images.length, data.test.count]).toEqual([6, 6 * 3072, 1]);
    await expect(cifar10({ dataDir: folder, trainImages: 21 })).rejects.toThrow(/trainImages is 21.*holds 20/);
  });

  it("names a missing file", async () => {
    write(folder, 1);
    const file = official.endsWith("bin") ? "data_batch_3.bin" : "data_batch_3";
    rmSync(join(folder, file));
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(`not complete: it lacks ${file}.`);
  });

  it("names file, offset and remedy of a file cut short", async () => {
    write(folder, 4);
    const file = join(folder, official.endsWith("bin") ? "data_batch_2.bin" : "data_batch_2");
    truncateSync(file, 7000);
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(
      /data_batch_2.*cut short.*offset \d+.*Copy the folder anew/,
    );
  });

  it("refuses an empty file", async () => {
    write(folder, 1);
    truncateSync(join(folder, official.endsWith("bin") ? "test_batch.bin" : "test_batch"), 0);
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(/test_batch.*offset 0/);
  });
});

describe("What is wrong with a folder is said in one line", () => {
  it("a label over 9", async () => {
    writeBinaryLayout(folder, 4);
    const file = join(folder, "data_batch_4.bin");
    const bytes = readFileSync(file);
    bytes[2 * 3073] = 10;
    writeFileSync(file, bytes);
    const message = await cifar10({ dataDir: folder }).catch((error: Error) => error.message);
    expect(message).toMatch(/data_batch_4\.bin is corrupt: the label at offset 6146 \(image 2\) is 10.*0 to 9\. Copy/);
    expect(message).not.toContain("\n");
  });

  it("a label over 9 in a pickle", async () => {
    writePythonLayout(folder, 4);
    const file = join(folder, "data_batch_4");
    const bytes = readFileSync(file);
    bytes[bytes.indexOf("labels](") + 9] = 10;
    writeFileSync(file, bytes);
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(
      /data_batch_4 is corrupt: the label of image 0 is 10.*0 to 9\. Copy/,
    );
  });

  it("a file cut at the end of a record", async () => {
    writeBinaryLayout(folder, 4);
    truncateSync(join(folder, "data_batch_2.bin"), 3073);
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(
      /data_batch_2\.bin holds 1 images and data_batch_1\.bin 4/,
    );
  });

  it("no such folder, an empty one, a file, another folder", async () => {
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(/does not exist; correct the name/);
    mkdirSync(folder);
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(/is empty: name the folder with data_batch_1/);
    writeFileSync(join(folder, "notes.txt"), "");
    await expect(cifar10({ dataDir: folder })).rejects.toThrow(/holds no CIFAR-10 \(but notes.txt\)/);
    await expect(cifar10({ dataDir: join(folder, "notes.txt") })).rejects.toThrow(/is not a folder/);
  });

  it("a folder nobody else may read", () => {
    expect(unreadable({ name: "Error", code: "EACCES", message: "" }, "CIFAR-10")).toMatch(
      /ask its owner for `chmod -R a\+rX`/,
    );
  });

  it("an option out of range", async () => {
    await expect(cifar10({ imageSize: 0 })).rejects.toThrow("imageSize is 0: give a whole number from 1 up.");
  });
});

describe("Python's pickles", () => {
  const fixture = (name: string) => readFileSync(join(__dirname, "fixtures", name));
  it.each([
    "batch-protocol-2.pickle",
    "batch-protocol-4.pickle",
    "batch-protocol-5.pickle",
    "batch-columns-first.pickle",
  ])("%s is read as NumPy wrote it", (name) => {
    const { labels, images } = readPython(name, fixture(name));
    expect([...labels]).toEqual([3, 9]);
    // Pixel 5 of image 1, blue.
    expect(images[3072 + 5 * 3 + 2]).toBe(((3072 + 2048 + 5) * 7) % 251);
  });

  it("run no code", () => {
    const attack = Buffer.from("cos\nsystem\n(S'true'\ntR.");
    expect(() => readPython("evil", attack)).toThrow(/it asks for os\.system, which no CIFAR-10 file needs/);
  });
});

describe("A sample of the images", () => {
  it("holds as many images a file, of all classes", async () => {
    const dataDir = realImages ?? writeBinaryLayout(folder, 20);
    const { train, test, classes } = await cifar10({ dataDir });
    expect(train.count).toBe(5 * test.count);
    expect(classes).toEqual(names);
    expect(new Set(train.labels).size).toBe(10);
  });
});
