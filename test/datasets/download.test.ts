import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative } from "node:path";
import { zipSync } from "fflate";
import { cifar10, tinyimagenet } from "parallel-training/datasets";
import { create } from "tar";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { downloadArchive, type Archive } from "../../datasets/download/archive";
import { writeBinaryLayout } from "./cifar10-files";
import { FileServer } from "./server";
import { writeLayout } from "./tinyimagenet-files";
import { temporaryFolder } from "../temporary";

const top = temporaryFolder("download");
const server = new FileServer(Buffer.alloc(0));
const { whole } = server;
let tiny: Buffer;
let archive: Archive;
let into: string;
let count = 0;

beforeAll(async () => {
  writeBinaryLayout(join(top, "cifar-10-batches-bin"), 40);
  const file = join(top, "tiny.tar.gz");
  await create({ file, cwd: top, gzip: true }, ["cifar-10-batches-bin"]);
  tiny = readFileSync(file);
});
beforeEach(() => {
  offer("tiny.tar.gz", tiny, "cifar-10-batches-bin");
  into = join(top, `${count++}`);
});

/** The first half, then a connection that breaks once some of it has been written. */
function half(_: IncomingMessage, response: ServerResponse): void {
  const { length } = server.bytes;
  response.writeHead(200, { "content-length": length });
  response.write(server.bytes.subarray(0, length / 2));
  const part = join(into, `${archive.name}.part`);
  const look = setInterval(() => {
    if (!statSync(part, { throwIfNoEntry: false })?.size) return;
    clearInterval(look);
    response.destroy();
  }, 10);
}

const download = (retries = 2, log: (line: string) => void = () => undefined) =>
  downloadArchive(archive, { url: server.url, into, retries, pause: 1, log });
const ranges = () => server.requests.map(({ range }) => range);

it("downloads, checks and unpacks, and leaves nothing else", async () => {
  const folder = await download();
  expect(folder).toBe(join(into, "cifar-10-batches-bin"));
  expect(readdirSync(into)).toEqual(["cifar-10-batches-bin"]);
  expect((await cifar10({ dataDir: into })).train.count).toBe(200);
  await download();
  expect(ranges()).toEqual([undefined]);
});

it("downloads nothing in a job, which may have no internet", async () => {
  vi.stubEnv("WORKBOOK_OFFLINE", "1");
  await expect(download()).rejects.toThrow(
    /cifar-10-batches-bin is missing, .* `.\/workbook submit` fetches it first\.$/,
  );
  vi.unstubAllEnvs();
  expect(server.requests).toEqual([]);
});

it("goes on where the connection broke", async () => {
  server.answer = (request, response) => {
    (server.requests.length === 1 ? half : whole)(request, response);
  };
  const lines: string[] = [];
  await download(2, (line) => lines.push(line));
  expect(server.requests).toHaveLength(2);
  expect(ranges()[1]).toMatch(/^bytes=[1-9]\d*-$/);
  expect(lines).toEqual([
    `Downloading ${server.url}/tiny.tar.gz (0 MB) to ${into}`,
    expect.stringMatching(/^Interrupted \(.*\); trying again\.$/),
  ]);
});

it("does not try long to reach a host whose name nobody knows, and says what needs none", async () => {
  const fetch = vi
    .spyOn(globalThis, "fetch")
    .mockRejectedValue(new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND data.example") }));
  await expect(download(8)).rejects.toThrow(/ENOTFOUND data\.example\. .* the dataset synthetic has made-up images\.$/);
  expect(fetch).toHaveBeenCalledTimes(2);
  fetch.mockRestore();
});

it("goes on with what an earlier process left", async () => {
  server.answer = half;
  await expect(download(0)).rejects.toThrow(/Cannot download .*tiny\.tar\.gz: .*Run again to go on/);
  server.answer = whole;
  await download(0);
  expect(ranges()[1]).toMatch(/^bytes=[1-9]\d*-$/);
});

it("starts again when the server knows no ranges", async () => {
  server.answer = (request, response) => {
    if (server.requests.length === 1) half(request, response);
    else response.writeHead(200, { "content-length": server.bytes.length }).end(server.bytes);
  };
  await download();
  expect(readdirSync(into)).toEqual(["cifar-10-batches-bin"]);
});

it("refuses a wrong checksum, keeps nothing of it, and does not try in vain", async () => {
  server.answer = (_, response) => response.end(Buffer.alloc(server.bytes.length));
  await expect(download(3)).rejects.toThrow(
    /its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}; something on the way changed it/,
  );
  expect(server.requests).toHaveLength(1);
  expect(readdirSync(into)).toEqual([]);
});

it("starts anew when the parts do not fit each other", async () => {
  server.answer = half;
  await expect(download(0)).rejects.toThrow();
  const part = join(into, "tiny.tar.gz.part");
  writeFileSync(part, Buffer.alloc(readFileSync(part).length));
  server.answer = whole;
  await download(1);
  expect(ranges().slice(1)).toEqual([expect.stringContaining("bytes="), undefined]);
});

it("says at once what the server refuses, and tries again when it fails", async () => {
  server.answer = (_, response) => response.writeHead(404).end();
  await expect(download(3)).rejects.toThrow("the server answered 404 Not Found");
  expect(server.requests).toHaveLength(1);
  server.answer = (request, response) => {
    if (server.requests.length < 4) response.writeHead(503).end();
    else whole(request, response);
  };
  await download(3);
  expect(server.requests).toHaveLength(4);
});

it("downloads once when asked twice at once", async () => {
  const [first, second] = await Promise.all([download(), download()]);
  expect(first).toBe(second);
  expect(server.requests).toHaveLength(1);
});

it("checks CIFAR-10 against its official checksum, wherever it comes from", async () => {
  process.env.WORKBOOK_DATA_DIR = into;
  try {
    await expect(cifar10({ url: server.url })).rejects.toThrow(
      /cifar-10-binary\.tar\.gz: its SHA-256 is .*, not c4a38c50/,
    );
  } finally {
    delete process.env.WORKBOOK_DATA_DIR;
  }
});

/** Has the server offer another archive. */
function offer(name: string, content: Uint8Array, folder: string): void {
  server.bytes = Buffer.from(content);
  archive = { name, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex"), folder };
}

/** The files of a folder, as fflate takes them. */
function filesOf(folder: string): Record<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [relative(folder, file), readFileSync(file)];
    }),
  );
}

describe("A ZIP file", () => {
  it("is downloaded, gone on with, checked and unpacked", async () => {
    writeLayout(join(top, "zipped", "tiny-imagenet-200"), { train: 20, val: 20 });
    offer("tiny.zip", zipSync(filesOf(join(top, "zipped"))), "tiny-imagenet-200");
    server.answer = half;
    await expect(download(0)).rejects.toThrow(/Run again to go on/);
    server.answer = whole;
    await download(0);
    expect(ranges()[1]).toMatch(/^bytes=[1-9]\d*-$/);
    expect(readdirSync(into)).toEqual(["tiny-imagenet-200"]);
    expect(filesOf(into)).toEqual(filesOf(join(top, "zipped")));
    expect((await tinyimagenet({ dataDir: into, log: () => undefined })).test.count).toBe(60);
  });

  it("that would write elsewhere, or is damaged, leaves nothing but the download", async () => {
    offer("evil.zip", zipSync({ "data/good": Buffer.from("good"), "../evil": Buffer.from("evil") }), "data");
    await expect(download()).rejects.toThrow(/^Cannot unpack .*evil\.zip\.part: invalid relative path: \.\.\/evil\. /);
    expect(readdirSync(into)).toEqual(["evil.zip.part"]);
    expect(readdirSync(top)).not.toContain("evil");
    const content = zipSync({ "data/good": Buffer.from("good ".repeat(1000)) });
    offer("cut.zip", content.subarray(0, content.length - 30), "data");
    await expect(download()).rejects.toThrow(/^Cannot unpack .*cut\.zip\.part: /);
  });

  it("of TinyImageNet is checked against its known checksum, wherever it comes from", async () => {
    process.env.WORKBOOK_DATA_DIR = into;
    const lines: string[] = [];
    try {
      await expect(tinyimagenet({ url: server.url, log: (line) => lines.push(line) })).rejects.toThrow(
        /tiny-imagenet-200\.zip: its SHA-256 is .*, not 6198c8ae/,
      );
    } finally {
      delete process.env.WORKBOOK_DATA_DIR;
    }
    expect(lines[0]).toBe(`Downloading ${server.url}/tiny-imagenet-200.zip (248 MB) to ${into}`);
  });
});
