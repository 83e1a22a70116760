import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { printable } from "./printable";
import { quoted } from "./words";

/**
 * Makes the error for a file from a description of what is wrong with it.
 * @param code What the system says, such as `ENOENT`; `EFBIG` where the file is larger than what is read.
 */
export type Refuse = (problem: string, code?: string) => Error;

/** What is read of a file, unless its reader says otherwise: in bytes, many times what the largest record has. */
const MOST_BYTES = 64e6;

/**
 * Reads a file that somebody else may have written, linked or put in the place of another one: a pipe or a device is not waited for,
 * and no more is read than asked for.
 * @param most In bytes.
 * @throws what `refuse` makes where it is no regular file, has more bytes, or cannot be read.
 */
export function readBytes(file: string, refuse: Refuse, most = MOST_BYTES): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const status = fstatSync(descriptor);
    if (status.isDirectory()) throw refused(refuse, "it is a folder, so name a file in it", "EISDIR");
    if (!status.isFile()) throw refused(refuse, "it is no regular file, so name one", "ENXIO");
    return bytesOf(descriptor, status.size, (size) => {
      if (size > most)
        throw refused(refuse, `it has ${size} bytes, and may have ${most}: leave out what is not needed`, "EFBIG");
    });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw refused(refuse, reasons.get(code) ?? `it cannot be read: ${(error as Error).message}`, code);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const missing = "there is no such file, so check the path";
const reasons = new Map<string | undefined, string>([
  ["ENOENT", missing],
  ["ENOTDIR", missing],
  ["EACCES", "you may not read it, so ask its owner for `chmod a+r`"],
  ["ENXIO", "it is no regular file, so name one"], // a socket cannot be opened
]);

/** @param size What the file system says, which is 0 for files of /proc, and too little for one that grows. */
function bytesOf(descriptor: number, size: number, check: (size: number) => void): Buffer {
  check(size);
  const parts: Buffer[] = [];
  for (let [total, next] = [0, size + 1]; ; next = 2 ** 16) {
    const part = Buffer.allocUnsafe(next);
    const count = readSync(descriptor, part);
    if (count === 0) return parts.length === 1 ? parts[0] : Buffer.concat(parts);
    check((total += count));
    parts.push(part.subarray(0, count));
  }
}

/** Reads a text in UTF-8, see {@link readBytes} and {@link decoded}. */
export const readText = (file: string, refuse: Refuse, most?: number): string =>
  decoded(readBytes(file, refuse, most), file, refuse);

/**
 * The text in a file's bytes, without a byte order mark.
 * @param file Its name, for the command that converts it.
 * @throws what `refuse` makes where it is not UTF-8: with how it is written, and a command that makes UTF-8 of it.
 */
export function decoded(bytes: Buffer, file: string, refuse: Refuse): string {
  const problem = problemOf(bytes, quoted(file.replace(/^-/, "./-")));
  if (problem !== undefined) throw refused(refuse, problem);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** What the first bytes say, and the command that unpacks a file from its standard input. */
const packed: [begin: string, what: string, unpack: string][] = [
  ["1f8b", "compressed by gzip", "gzip -dc"],
  ["425a68", "compressed by bzip2", "bzip2 -dc"],
  ["fd377a585a00", "compressed by xz", "xz -dc"],
  ["28b52ffd", "compressed by zstd", "zstd -dc"],
];

/** The marks of other encodings than UTF-8; of two that begin alike, the longer comes first. */
const marks: [begin: string, encoding: string][] = [
  ["fffe0000", "UTF-32"],
  ["0000feff", "UTF-32"],
  ["fffe", "UTF-16"],
  ["feff", "UTF-16"],
];

function problemOf(bytes: Buffer, file: string): string | undefined {
  const begins = ([begin]: readonly [string, ...string[]]): boolean =>
    bytes.toString("hex", 0, begin.length / 2) === begin;
  const [, what, unpack] = packed.find(begins) ?? [];
  if (what !== undefined) return `it is ${what}, so unpack it by \`${unpack} < ${file} > NEW\``;
  if (begins(["504b0304"]))
    return "it is an archive (zip, or a document of an office program), so save the text in it as UTF-8";
  const encoding = marks.find(begins)?.[1] ?? unmarked(bytes);
  const converted = (from: string): string => `save it as UTF-8, as by \`iconv -f ${from} -t utf-8 ${file} > NEW\``;
  if (encoding !== undefined) return `it is in ${encoding}, so ${converted(encoding.toLowerCase())}`;
  const nul = bytes.indexOf(0);
  if (nul >= 0) return `it is no text, since its byte ${nul + 1} is NUL: copy it anew, or name another file`;
  if (isUtf8(bytes)) return undefined;
  const valid = validBytes(bytes);
  if (bytes.length - valid < 4 && bytes[valid] >= 0xc2)
    return `it is not UTF-8, since it ends within a character: \`head -c ${valid} ${file} > NEW\` leaves the rest out`;
  if (bytes.some((byte) => UNUSED.has(byte)))
    return `it is not UTF-8 (byte ${valid + 1}): save it as UTF-8 in the program that wrote it`;
  return `it is not UTF-8 (byte ${valid + 1}): if it is in a Western European encoding, ${converted("windows-1252")}`;
}

/** Bytes that Windows-1252 does not use. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** UTF-16 without a mark, of which every other byte is NUL in most European texts. */
function unmarked(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, 1024);
  const share = (odd: 0 | 1): number =>
    (2 * begin.filter((byte, at) => byte === 0 && at % 2 === odd).length) / begin.length;
  if (bytes.length % 2 === 1 || bytes.length === 0) return undefined;
  if (share(1) > 0.4 && share(0) < 0.1) return "UTF-16LE";
  return share(0) > 0.4 && share(1) < 0.1 ? "UTF-16BE" : undefined;
}

/** How many first bytes are UTF-8. */
function validBytes(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString("utf8"));
  let count = bytes.findIndex((byte, at) => byte !== again[at]);
  if (count < 0) count = bytes.length;
  while (!isUtf8(bytes.subarray(0, count))) count--; // where what is wrong begins as its replacement does
  return count;
}

/** An error in one line that a terminal can show, however long or strange what it quotes is. */
export function refused(refuse: Refuse, problem: string, code?: string): Error {
  const error = refuse(problem.length > 400 ? `${problem.slice(0, 400)}...` : problem, code);
  error.message = printable(error.message);
  return error;
}
