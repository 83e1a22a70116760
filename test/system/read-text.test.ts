import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { z } from "zod";
import { checkedText, readChecked, readIfValid } from "../../lib/system/checked-json";
import { readText } from "../../lib/system/read-text";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("read-text");
const refuse = (file: string) => (problem: string) => new Error(`The file ${file}: ${problem}.`);
const read = (file: string, most?: number): string => readText(file, refuse(file), most);

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** What a person sees who reads it, and the command that is advised, if one is. */
function refusal(file: string, most?: number): { message: string; command?: string } {
  try {
    read(file, most);
  } catch (error) {
    const { message } = error as Error;
    return { message, command: /`(.* > NEW)`/.exec(message)?.[1] };
  }
  throw new Error(`${file} was read.`);
}

const utf16 = (text: string, big = false): Buffer => {
  const bytes = Buffer.from(text, "utf16le");
  return big ? bytes.swap16() : bytes;
};
const text = "Zwölf Boxkämpfer – 🙂\n";

it.each<[what: string, content: Uint8Array, message: RegExp]>([
  ["UTF-16 with a mark", utf16(`\uFEFF${text}`), /: it is in UTF-16, so save it as UTF-8, as by/],
  ["UTF-16 of the other order", utf16(`\uFEFF${text}`, true), /: it is in UTF-16, so/],
  ["UTF-16 without a mark", utf16(text), /: it is in UTF-16LE, so/],
  ["UTF-16BE without a mark", utf16(text, true), /: it is in UTF-16BE, so/],
  ["UTF-32", execFileSync("iconv", ["-f", "utf-8", "-t", "utf-32"], { input: text }), /: it is in UTF-32, so/],
  ["gzip", gzipSync(text), /: it is compressed by gzip, so unpack it by/],
  [
    "Windows-1252",
    execFileSync("iconv", ["-f", "utf-8", "-t", "cp1252"], { input: text.slice(0, 18) }),
    /\(byte 3\): if/,
  ],
  [
    "a cut character",
    Buffer.from(text).subarray(0, 3),
    /: it is not UTF-8, since it ends within a character: `head -c 2 /,
  ],
  [
    "a cut mark of what cannot be decoded",
    Buffer.from([0x5a, 0x77, 0xef, 0xbf]),
    /ends within a character: `head -c 2 /,
  ],
])("of %s, the advice makes a text that can be read", (what, content, message) => {
  const file = written(`it's ${what}.txt`, content);
  const { message: said, command } = refusal(file);
  expect(said).toMatch(message);
  execFileSync("sh", ["-c", command ?? "false"], { cwd: folder });
  expect(text).toContain(read(join(folder, "NEW")));
  expect(read(join(folder, "NEW")).length).toBeGreaterThan(0);
});

it.each<[what: string, content: Uint8Array, message: RegExp]>([
  [
    "NUL bytes",
    Buffer.from('{"a": 1}\0\0\0'),
    /: it is no text, since its byte 9 is NUL: copy it anew, or name another file\.$/,
  ],
  ["a zip archive", Buffer.from("PK\u0003\u0004 and so on"), /: it is an archive \(zip, or a document of an office/],
  ["xz's files", Buffer.from("fd377a585a000004", "hex"), /: it is compressed by xz, so unpack it by `xz -dc < /],
  ["bzip2's files", Buffer.from("BZh91AY"), /: it is compressed by bzip2, so unpack it by `bzip2 -dc < /],
  ["what is no text at all", brotliCompressSync(Buffer.alloc(100, text)), /: it is (not UTF-8|no text)/],
])("%s are refused", (what, content, message) => {
  expect(refusal(written(what, content)).message).toMatch(message);
});

it("a byte order mark is no part of the text", () => {
  const file = written("mark.json", "\uFEFF[1]");
  expect(read(file)).toBe("[1]");
  expect(readIfValid(file, z.array(z.number()))).toEqual([1]);
});

it("nothing is waited for, and no more is read than may be", async () => {
  const names = ["pipe", "socket", "zero", "nothing"];
  const [pipe, socket, zero, nothing] = names.map((name) => join(folder, name));
  execFileSync("mkfifo", [pipe]);
  symlinkSync("/dev/zero", zero);
  symlinkSync("nowhere", nothing);
  const server = createServer().listen(socket);
  for (const file of [pipe, socket, zero, "/dev/tty"])
    expect(refusal(file).message).toMatch(/: (it is no regular file, so name one|it cannot be read: .*)\.$/);
  server.close();
  expect(refusal(folder).message).toMatch(/: it is a folder, so name a file in it\.$/);
  expect(refusal(nothing).message).toMatch(/: there is no such file, so check the path\.$/);
  expect(refusal(join(pipe, "below")).message).toMatch(/: there is no such file/);
  const sparse = written("sparse", "");
  truncateSync(sparse, 2 ** 40);
  expect(refusal(sparse).message).toMatch(/: it has 1099511627776 bytes, and may have 64000000: leave out/);
  expect(refusal("/proc/self/maps", 10).message).toMatch(/, and may have 10: leave out/); // whose size is 0, it says
  expect(read("/proc/self/maps")).toContain("\n");
  closeSync(openSync(pipe, "r+")); // is there still
  await expect(readChecked(nothing, z.null(), Error)).resolves.toBeUndefined();
  await expect(readChecked(pipe, z.null(), refuse(pipe))).rejects.toThrow("no regular file");
  expect(readIfValid(pipe, z.null())).toBeUndefined();
});

it.each<[what: string, json: string, message: RegExp]>([
  ["a comma too many", '{\n"a": 1,\n}', /: it is no JSON: .*\bline 3\b/],
  ["an escape", '{"a": \u001b[2J}', /: it is no JSON: /],
  ["an unknown key of escapes", '{"a": 1, "\\u001b]0;t\\u0007\\u202e": 1}', /: the whole: Unrecognized key: /],
  ["an endless key", `{"a": 1, "${"x".repeat(1e6)}": 1}`, /: the whole: Unrecognized key: .{300,500}\.\.\.\.$/],
  ["too few", "{}", /: a: expected number, but it is missing/],
])("JSON with %s is refused in a short line that a terminal can show", (_, json, message) => {
  const parse = () => checkedText(json, z.strictObject({ a: z.number() }), refuse("a.json"));
  expect(parse).toThrow(message);
  expect(parse).toThrow(/^The file a\.json[^\p{Cc}\p{Cf}]*\.$/u);
});

it("what is read is what stands there, however the file is called", () => {
  const file = written("-o $(touch x) 'y'", "a\r\nb");
  expect(read(file)).toBe(readFileSync(file, "utf8"));
});
