import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { datasetAtHand, textNamed } from "parallel-training/datasets";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { downloadShakespeare, readShakespeare } from "../../../datasets/text/shakespeare";

/** Stands for the real text, which this machine may not reach: the code that downloads is the same. */
const text = Buffer.from("First Citizen:\nHere stands a text.\n\n".repeat(3000));
const remote = { name: "input.txt", bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };

let data: string;
let folder: string;
let server: Server;
let url: string;
let requests: { path?: string; range?: string }[];
let answer: (response: ServerResponse, from: number) => void;

const whole = (response: ServerResponse, from: number): void => {
  response.writeHead(from > 0 ? 206 : 200, { "content-range": `bytes ${from}-${text.length - 1}/${text.length}` });
  response.end(text.subarray(from));
};

/** The first half, then a connection that breaks once some of it has been written. */
const half = (response: ServerResponse): void => {
  response.writeHead(200, { "content-length": text.length });
  response.write(text.subarray(0, text.length / 2));
  const look = setInterval(() => {
    if (!statSync(join(folder, "input.txt.part"), { throwIfNoEntry: false })?.size) return;
    clearInterval(look);
    response.destroy();
  }, 10);
};

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "shakespeare-"));
  folder = join(data, "tinyshakespeare");
  vi.stubEnv("WORKBOOK_DATA_DIR", data);
  requests = [];
  answer = whole;
  server = createServer((request, response) => {
    requests.push({ path: request.url, range: request.headers.range });
    answer(response, Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plays`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(data, { recursive: true });
});

const log = (): void => undefined;

it("is downloaded once, checked, and then at hand", async () => {
  expect(await datasetAtHand("shakespeare")).toBe("synthetic");
  vi.stubEnv("WORKBOOK_SHAKESPEARE_URL", url);
  const { bytes, source } = await readShakespeare({ log }, remote);
  expect(bytes.equals(text)).toBe(true);
  expect(source).toBe(join(folder, "input.txt"));
  expect(readdirSync(folder)).toEqual(["input.txt"]);
  await readShakespeare({ log }, remote);
  expect(requests).toEqual([{ path: "/plays/input.txt", range: undefined }]);
  expect(await datasetAtHand("shakespeare")).toBe("shakespeare");
});

it("goes on where the connection broke", async () => {
  answer = (response, from) => {
    (requests.length === 1 ? half : whole)(response, from);
  };
  const lines: string[] = [];
  const file = await downloadShakespeare(data, { url, log: (line) => lines.push(line) }, remote);
  expect(readFileSync(file).equals(text)).toBe(true);
  expect(requests[1].range).toMatch(/^bytes=[1-9]\d*-$/);
  expect(lines).toEqual([
    `Downloading ${url}/input.txt (0 MB) to ${folder}`,
    expect.stringMatching(/^Interrupted \(.*\); trying again\.$/),
  ]);
});

it("is downloaded once by two that ask at once", async () => {
  const both = await Promise.all([1, 2].map(() => downloadShakespeare(data, { url, log }, remote)));
  expect(new Set(both).size).toBe(1);
  expect(requests).toHaveLength(1);
});

it("is held against its known checksum, wherever it comes from, and nothing else is kept", async () => {
  const lines: string[] = [];
  await expect(textNamed("shakespeare", { url, log: (line) => lines.push(line) })).rejects.toThrow(
    new RegExp(`^Cannot download ${url}/input\\.txt: its SHA-256 is ${remote.sha256}, not 86c4e6aa[0-9a-f]{56}; .*`),
  );
  expect(lines).toEqual([`Downloading ${url}/input.txt (1 MB) to ${folder}`]);
  expect(readdirSync(folder)).toEqual([]);
});

it("says at once what the server refuses, and where to put the file", async () => {
  answer = (response) => response.writeHead(404).end();
  await expect(textNamed("shakespeare", { url, log })).rejects.toThrow(
    `Cannot download ${url}/input.txt: the server answered 404 Not Found. Run again to go on, or get the file elsewhere and save ` +
      `it as ${join(folder, "input.txt")}. Without a network, the text synthetic is made up by the program.`,
  );
  expect(requests).toHaveLength(1);
});

it("comes from its author's address when nobody names another, and needs a network", async () => {
  const fetch = vi
    .spyOn(globalThis, "fetch")
    .mockRejectedValue(new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") }));
  await expect(textNamed("shakespeare", { log })).rejects.toThrow(
    /^Cannot download .*: getaddrinfo ENOTFOUND\. .* the text synthetic is made up by the program\.$/,
  );
  expect(fetch.mock.calls[0][0]).toBe(
    "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
  );
  fetch.mockRestore();
});

it("is not downloaded in a job, which may have no internet", async () => {
  vi.stubEnv("WORKBOOK_OFFLINE", "1");
  await expect(textNamed("shakespeare", { url, log })).rejects.toThrow(/input\.txt is missing, .*WORKBOOK_OFFLINE/);
  expect(requests).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

it("that somebody has changed is refused", async () => {
  const file = await downloadShakespeare(data, { url, log }, remote);
  writeFileSync(file, text.subarray(0, 1000));
  await expect(readShakespeare({ log }, remote)).rejects.toThrow(
    `${file} was changed after its download: delete it, and run again to download it anew.`,
  );
});
