import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { decodeJpegs, encodeJpeg, imageBytes, jpegsIn, writeMadeUp } from "../../../chapters/01-one-device/jpegs";
import {
  aloneRows,
  decodingCoreRows,
  joinedRows,
  medianRates,
  timeJpegs,
} from "../../../chapters/01-one-device/time-jpegs";
import "../../four-devices";
import { inOwnFolder } from "../../own-folder";

inOwnFolder("jpegs");
let jpeg: Uint8Array;
const pixels = Uint8Array.from({ length: 48 * imageBytes }, (_, byte) => (byte % imageBytes) % 251);

beforeAll(async () => {
  jpeg = await encodeJpeg(pixels);
});

describe("JPEGs of a folder", () => {
  it("are found in its folders by their names, without hidden ones and links to folders, and no more than asked for", () => {
    mkdirSync("photographs/b/c", { recursive: true });
    for (const file of ["z.JPEG", "b/c/1.jpg", "a.jpeg", ".hidden.jpg", "notes.txt"]) writeFileSync(join("photographs", file), jpeg); // prettier-ignore
    symlinkSync("..", "photographs/round-and-round");
    expect(jpegsIn("photographs", 10)).toEqual(
      ["a.jpeg", "b/c/1.jpg", "z.JPEG"].map((file) => join("photographs", file)),
    );
    expect(jpegsIn("photographs", 2)).toHaveLength(2);
  });

  it("need a folder that holds some: else one line says which and what to do", () => {
    mkdirSync("empty");
    writeFileSync("file", "");
    expect(() => jpegsIn("empty", 10)).toThrow(/^empty holds no .jpg or .jpeg file: name a folder with some[^\n]*$/);
    expect(() => jpegsIn("missing", 10)).toThrow(
      /^Cannot read the folder missing: it does not exist, so check the path\.$/,
    );
    expect(() => jpegsIn("file", 10)).toThrow(/^Cannot read the folder file: it is no folder[^\n]*$/);
  });
});

describe("decoding", () => {
  it("gives the pixels that were encoded, nearly, and those of another size resized", async () => {
    writeFileSync("one.jpg", jpeg);
    writeFileSync("many.jpg", await encodeJpeg(pixels, 8, 6));
    const decoded = decodeJpegs(["one.jpg", "many.jpg"]);
    expect(decoded).toHaveLength(2 * imageBytes);
    const mean = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length;
    expect(Math.abs(mean(decoded.subarray(0, imageBytes)) - mean(pixels))).toBeLessThan(3);
    expect(Math.abs(mean(decoded.subarray(imageBytes)) - mean(pixels))).toBeLessThan(6);
  });

  it("refuses a file that is cut short, no JPEG, empty, a folder, or too large, in one line with its name", () => {
    const said = (bytes: Uint8Array): string => {
      writeFileSync("bad\n.jpg", bytes);
      try {
        decodeJpegs(["bad\n.jpg"]);
      } catch (error) {
        return (error as Error).message;
      }
      return "nothing";
    };
    for (const bytes of [jpeg.subarray(0, jpeg.length / 2), Buffer.from("GIF89a and so on"), Buffer.alloc(0)]) {
      expect(said(bytes)).toMatch(
        /^bad .jpg is damaged or no JPEG \(\d+ bytes\): [^\n]+\. Take it out of the folder\.$/,
      );
    }
    const bomb = Buffer.from(jpeg);
    const frame = bomb.indexOf(Buffer.from([0xff, 0xc0])); // its header says how many rows and columns there are
    bomb.writeUInt16BE(65_500, frame + 5);
    bomb.writeUInt16BE(65_500, frame + 7);
    expect(said(bomb)).toBe(
      "bad .jpg says that it has 65500 x 65500 pixels, and may have 64 million: take it out of the folder.",
    );
    mkdirSync("folder.jpg");
    expect(() => decodeJpegs(["folder.jpg"])).toThrow(/^Cannot read folder.jpg: it is a folder[^\n]*$/);
  });
});

it("made-up JPEGs have about the bytes of TinyImageNet's, 2 kB, and differ", async () => {
  const files = await writeMadeUp(".", 3);
  const decoded = files.map((file) => decodeJpegs([file]));
  expect(decoded[0]).not.toEqual(decoded[1]);
  const [{ size }] = [await import("node:fs").then(({ statSync }) => statSync(files[0]))];
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThan(4000);
});

const timed = {
  images: 64,
  bytes: { small: 2000, large: 100_000 },
  rates: { decoding: [900, 1000, 1300], training: [500], "in a row": [300], "decoded ahead": [450], large: [100] },
};

it("puts medians beside a prediction, and counts the cores that an H100 needs", async () => {
  expect(medianRates(timed)).toMatchObject({ decoding: 1000, large: 100 });
  expect(aloneRows(timed)[0]["images/s"]).toBe("1,000 (900 to 1,300)");
  expect(joinedRows(timed, { inARow: 400, ahead: 500 }).map((row) => row["measured / predicted"])).toEqual([0.75, 0.9]);
  const cores = await decodingCoreRows(timed);
  expect(cores.map((row) => row["cores for 512 x 384 pixels"])).toEqual([76, 139, 32]);
});

it("is measured on real files, or gives a stand-in while a notebook is graded", async () => {
  const files = "photographs";
  mkdirSync(files);
  await writeMadeUp(files, 2);
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect((await timeJpegs(files)).rates.decoding).toEqual([8000]);
  vi.unstubAllEnvs();
  const measured = await timeJpegs(files);
  expect(measured.images).toBeGreaterThanOrEqual(64);
  expect(Object.values(measured.rates).every((rates) => rates.length === 5 && rates.every((rate) => rate > 0))).toBe(
    true,
  );
  writeFileSync(join(files, "0.jpg"), "broken");
  expect(await timeJpegs(files)).toEqual(measured); // kept
  mkdirSync("others");
  writeFileSync("others/broken.jpg", "broken");
  await expect(timeJpegs("others")).rejects.toThrow(/others\/broken.jpg is damaged or no JPEG/);
});
