import { expect, it } from "vitest";
import { outputsToShow, Pictures, textToShow } from "../../../lib/autograde/shown";
import { jpeg, png } from "./picture-files";

const taken = (type: string, base64: string): boolean => new Pictures().take(`image/${type}`, base64) !== undefined;
const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64");

it.each<[string, string, string]>([
  ["a PNG file", "png", png(4000, 4000)],
  ["a PNG file in lines", "png", png(300, 200).replace(/.{10}/g, "$&\n")],
  ["a JPEG file", "jpeg", jpeg(4000, 3000)],
  ["a JPEG file with a thumbnail before it and fill bytes", "jpeg", jpeg(640, 480, { before: "ffe10004ffc0ffff" })],
  ["a progressive JPEG file", "jpeg", jpeg(640, 480, { scans: 10 })],
])("is shown: %s", (_, type, file) => {
  expect(new Pictures().take(`image/${type}`, file)).toBe(file.replaceAll("\n", ""));
});

it.each<[string, string, string]>([
  ["a PNG file of 16000 x 16000 pixels in 33 kB", "png", png(16_000, 16_000)],
  ["a PNG file as wide as it can be", "png", png(2 ** 31, 1)],
  ["a PNG file without a pixel", "png", png(0, 10)],
  ["a PNG file with a second, larger beginning", "png", png(1, 1, ["IHDR", 16_000, 16_000, 0, 0])],
  ["an animated PNG file with 100 frames", "png", png(1000, 1000, ["tIME", 1, 1], ["acTL", 100, 0])],
  ["a JPEG file of 65500 x 65500 pixels", "jpeg", jpeg(65_500, 65_500)],
  [
    "a JPEG file with a small frame before the large one",
    "jpeg",
    jpeg(20_000, 20_000, { before: "ffc0000b080001000101011100" }),
  ],
  ["a JPEG file with a large frame of another kind", "jpeg", jpeg(20_000, 20_000, { frame: "c9" })],
  ["a JPEG file with a large frame after fill bytes", "jpeg", jpeg(20_000, 20_000, { before: "ffff00ffd0ffff" })],
  ["a JPEG file with 1000 scans", "jpeg", jpeg(4000, 4000, { scans: 1000 })],
  ["a JPEG file that says it is a PNG file", "png", jpeg(10, 10)],
  ["a GIF file that says it is a PNG file", "png", base64("GIF89a\xff\xff\xff\xff" + "x".repeat(40))],
  ["a WebP file that says it is a JPEG file", "jpeg", base64("RIFF\x1a\0\0\0WEBPVP8L" + "x".repeat(40))],
  ["an SVG file that says it is a PNG file", "png", base64("<svg xmlns='http://www.w3.org/2000/svg' width='99999'/>")],
  ["a GIF file", "gif", base64("GIF89a\x01\0\x01\0" + "x".repeat(40))],
  ["a PNG file that is cut off", "png", png(1, 1).slice(0, 20)],
  ["two files in one text", "png", `${png(1, 1)}====${png(16_000, 16_000)}`],
])("is not shown: %s", (_, type, file) => {
  expect(taken(type, file)).toBe(false);
});

it("a page shows so many pixels, pasted and as outputs, and says what it leaves out", () => {
  const pictures = new Pictures();
  const output = { output_type: "display_data" as const, data: { "image/png": png(4000, 4000) } };
  const texts = [1, 2, 3].map(() =>
    textToShow("![](attachment:a)", { a: { "image/jpeg": jpeg(4000, 4000) } }, pictures),
  );
  const shown = [1, 2, 3, 4].flatMap(() => outputsToShow([output], { pictures }));
  expect(texts.filter(({ attachments }) => attachments)).toHaveLength(3);
  expect(shown.filter(({ data }) => data?.["image/png"])).toHaveLength(3);
  const left = "only PNG and JPEG pictures of up to 16 megapixels are, and 100 megapixels in a notebook";
  expect(shown.at(-1)?.data).toEqual({ "text/plain": `(A picture is not shown: ${left}.)` });
  const bomb = textToShow("![](attachment:a) ".repeat(3), { a: { "image/png": png(16_000, 16_000) } }, pictures);
  expect([bomb.attachments, bomb.source.match(/not shown/g)]).toEqual([undefined, Array(3).fill("not shown")]);
});
