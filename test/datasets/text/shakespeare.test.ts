import { createHash } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { datasetAtHand, textNamed } from "parallel-training/datasets";
import { beforeEach, expect, it, vi } from "vitest";
import { downloadShakespeare, readShakespeare } from "../../../datasets/text/shakespeare";
import { FileServer } from "../server";
import { temporaryFolder } from "../../temporary";

/** Stands for the real text, which this machine may not reach: the code that downloads is the same. */
const text = Buffer.from("First Citizen:\nHere stands a text.\n\n".repeat(3000));
const remote = { name: "input.txt", bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };

let data: string;
let folder: string;
const server = new FileServer(text);
beforeEach(() => {
  data = temporaryFolder("shakespeare");
  folder = join(data, "tinyshakespeare");
  vi.stubEnv("WORKBOOK_DATA_DIR", data);
});

const log = (): void => undefined;

it("is downloaded once, checked, and then at hand", async () => {
  expect(await datasetAtHand("shakespeare")).toBe("synthetic");
  vi.stubEnv("WORKBOOK_SHAKESPEARE_URL", server.url);
  const { bytes, source } = await readShakespeare({ log }, remote);
  expect(bytes.equals(text)).toBe(true);
  expect(source).toBe(join(folder, "input.txt"));
  expect(readdirSync(folder)).toEqual(["input.txt"]);
  await readShakespeare({ log }, remote);
  expect(server.requests).toEqual([{ path: "/data/input.txt", range: undefined }]);
  expect(await datasetAtHand("shakespeare")).toBe("shakespeare");
});

it("is held against its known checksum, wherever it comes from, and nothing else is kept", async () => {
  const lines: string[] = [];
  await expect(textNamed("shakespeare", { url: server.url, log: (line) => lines.push(line) })).rejects.toThrow(
    new RegExp(
      `^Cannot download ${server.url}/input\\.txt: its SHA-256 is ${remote.sha256}, not 86c4e6aa[0-9a-f]{56}; .*`,
    ),
  );
  expect(lines).toEqual([`Downloading ${server.url}/input.txt (1 MB) to ${folder}`]);
  expect(readdirSync(folder)).toEqual([]);
});

it("says at once what the server refuses, and where to put the file", async () => {
  server.answer = (_, response) => response.writeHead(404).end();
  await expect(textNamed("shakespeare", { url: server.url, log })).rejects.toThrow(
    `Cannot download ${server.url}/input.txt: the server answered 404 Not Found. Run again to go on, or get the file elsewhere and save ` +
      `it as ${join(folder, "input.txt")}. Without a network, the text synthetic is made up by the program.`,
  );
  expect(server.requests).toHaveLength(1);
});

it("comes from its author's address when nobody names another, and needs a network", async () => {
  const fetch = vi
    .spyOn(globalThis, "fetch")
    .mockRejectedValue(new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") }));
  await expect(textNamed("shakespeare", { log })).rejects.toThrow(
    /^Cannot download .*: getaddrinfo ENOTFOUND\. .* the text synthetic is made up by the program\.$/,
  );
  expect((fetch.mock.calls[0][0] as URL).href).toBe(
    "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
  );
  fetch.mockRestore();
});

it("is not downloaded in a job, which may have no internet", async () => {
  vi.stubEnv("WORKBOOK_OFFLINE", "1");
  await expect(textNamed("shakespeare", { url: server.url, log })).rejects.toThrow(
    /input\.txt is missing, .*WORKBOOK_OFFLINE/,
  );
  expect(server.requests).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

it("that somebody has changed is refused", async () => {
  const file = await downloadShakespeare(data, { url: server.url, log }, remote);
  writeFileSync(file, text.subarray(0, 1000));
  await expect(readShakespeare({ log }, remote)).rejects.toThrow(
    `${file} was changed after its download: delete it, and run again to download it anew.`,
  );
});
