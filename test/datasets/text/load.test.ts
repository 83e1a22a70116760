import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textNamed, windowsOf } from "parallel-training/datasets";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../temporary";

const folder = temporaryFolder("text");

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe("A file of one's own", () => {
  it("is divided into the first 90 % and the last 10 %", async () => {
    const file = written("own.txt", "abcdefghi ".repeat(9) + "xyzxyzxyz\n");
    const own = await textNamed(file, { context: 9, globalBatchSize: 2 });
    expect(own).toMatchObject({ context: 9, globalBatchSize: 2 });
    expect(own).toMatchObject({ name: "own.txt", source: file });
    expect(own.vocabulary).toMatchObject({ name: "characters", size: 14 });
    expect(own.vocabulary.decode(own.train)).toBe("abcdefghi ".repeat(9));
    expect(own.vocabulary.decode(own.validation)).toBe("xyzxyzxyz\n");
  });

  it("can be read as bytes, and loses a byte order mark", async () => {
    const own = await textNamed(written("mark.txt", "\uFEFFäöü äöü äöü"), { vocabulary: "bytes", context: 1 });
    expect(own.vocabulary.size).toBe(256);
    expect([...own.train.subarray(0, 2)]).toEqual([0xc3, 0xa4]);
    expect(own.train.length + own.validation.length).toBe(20);
  });

  it("that is missing, a folder or empty is refused in one line", async () => {
    const missing = join(folder, "missing.txt");
    await expect(textNamed(missing)).rejects.toThrow(
      `There is no text "${missing}": name a file that is there, or one of shakespeare, synthetic.`,
    );
    await expect(textNamed("shakespear")).rejects.toThrow(
      'There is no text "shakespear": name a file that is there, or one of shakespeare, ',
    );
    await expect(textNamed(folder)).rejects.toThrow(`The text ${folder}: it is a folder, so name a file in it.`);
    const empty = written("empty.txt", "");
    await expect(textNamed(empty)).rejects.toThrow(`The text ${empty}: it is empty, so name a file with text.`);
    const mark = written("only-mark.txt", "\uFEFF");
    await expect(textNamed(mark)).rejects.toThrow(`The text ${mark}: it is empty, so name a file with text.`);
  });

  it("that is a pipe or a device is refused, because it may never end", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const file of [pipe, "/dev/zero"]) {
      await expect(textNamed(file)).rejects.toThrow(`The text ${file}: it is no regular file, so name one.`);
    }
  });

  it("that is too large is refused with its size and the limit", async () => {
    const large = written("large.txt", "");
    truncateSync(large, 540_000_000);
    await expect(textNamed(large)).rejects.toThrow(
      `${large}: a text may have 256 MB, and it has more: \`split -C 256MB\` makes parts, of which you can name one.`,
    );
    truncateSync(large, 256_000_001);
    await expect(textNamed(large)).rejects.toThrow("large.txt: a text may have 256 MB, and it has more:");
  });

  it("that is not UTF-8 is refused with the place and the remedy", async () => {
    const file = written("latin1.txt", Buffer.from("caf\xe9 au lait", "latin1"));
    await expect(textNamed(file)).rejects.toThrow(`The text ${file}: it is not UTF-8 (byte 4): if it is in a Western`);
  });

  it("that is too short for the context is refused with what it needs", async () => {
    const short = written("short.txt", "a".repeat(890));
    await expect(textNamed(short, { context: 89 })).rejects.toThrow(
      "short.txt has 890 characters, and a context of 89 needs at least 891: take a longer text or a shorter context.",
    );
    expect((await textNamed(written("enough.txt", "a".repeat(891)), { context: 89 })).validation).toHaveLength(90);
    const shortest = (length: number) => textNamed(written("shortest.txt", "a".repeat(length)), { context: 1 });
    await expect(shortest(10)).rejects.toThrow("has 10 characters, and a context of 1 needs at least 11");
    expect((await shortest(11)).validation).toHaveLength(2);
    await expect(textNamed(short, { context: 0 })).rejects.toThrow("context is 0: give a whole number from 1 up.");
  });
});

it("gives as many rows as are asked for", async () => {
  const text = await textNamed("synthetic", { context: 128, trainRows: 6, testRows: 2 });
  expect([text.train.length, text.validation.length]).toEqual([6 * 128 + 1, 2 * 128 + 1]);
  expect(windowsOf(text.train, 128)).toBe(6);
  const whole = await textNamed("synthetic", { context: 128, trainRows: 1_000_000 });
  expect(whole.train).toEqual((await textNamed("synthetic")).train);
  await expect(textNamed("synthetic", { trainRows: 0 })).rejects.toThrow("trainRows is 0");
});

it("the stand-in says that it is one", async () => {
  const text = await textNamed("synthetic", { context: 128 });
  expect(text).toMatchObject({ name: "synthetic", source: "made from seed 1, in place of tiny Shakespeare" });
  expect(text.vocabulary.size).toBe(44);
  expect(text.validation).toHaveLength(Math.ceil((text.train.length + text.validation.length) / 10));
  const other = await textNamed("synthetic", { seed: 2 });
  expect(other.source).toContain("seed 2");
  expect(other.vocabulary.decode(other.train.subarray(0, 200))).not.toBe(
    text.vocabulary.decode(text.train.subarray(0, 200)),
  );
});
