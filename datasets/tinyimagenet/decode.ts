import { availableParallelism } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { workbookRoot } from "../../lib/system/workbook";
import { imageBytes } from "./layout";
import { counted } from "../../lib/system/words";

/** Decoding fewer images takes less time than starting a process. */
const imagesPerProcess = 5000;
const mostProcesses = 8;
const secondsBetweenLines = 5;

/** Pixel memory that threads can share, so that a feed from the host need not copy 1.2 GB. */
export function pixelMemory(images: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(images * imageBytes));
}

/**
 * Decodes JPEGs of 64x64 pixels with TensorFlow in separate processes. They use all cores, and this process stays responsive
 * and does not start TensorFlow itself.
 * @param files The paths.
 * @param log Called with a line at the beginning and every few seconds.
 * @returns the pixels, image after image.
 * @throws one line with the file that cannot be read or decoded.
 */
export async function decodeJpegs(files: string[], log: (line: string) => void): Promise<Uint8Array> {
  const pixels = pixelMemory(files.length);
  const processes = Math.min(availableParallelism(), mostProcesses, Math.ceil(files.length / imagesPerProcess));
  const share = Math.ceil(files.length / processes);
  const report = reporter(files.length, processes, log);
  const stop = new AbortController();
  const shares = Array.from({ length: processes }, (_, index) =>
    decodeShare(
      files.slice(index * share, (index + 1) * share),
      pixels.subarray(index * share * imageBytes, (index + 1) * share * imageBytes),
      report,
      stop.signal,
    ),
  );
  try {
    await Promise.all(shares);
  } finally {
    stop.abort();
  }
  return pixels;
}

async function decodeShare(
  files: string[],
  pixels: Uint8Array,
  report: (bytes: number) => void,
  cancelSignal: AbortSignal,
): Promise<void> {
  const { execa } = await import("execa");
  const script = join(workbookRoot, "dist", "datasets", "tinyimagenet", "decode-process.js");
  const child = execa(process.execPath, [script], {
    // Many parallel reads hide a slow file system. The GPU is not needed.
    env: { UV_THREADPOOL_SIZE: "16", CUDA_VISIBLE_DEVICES: "" },
    input: files.map((file) => `${file}\0`).join(""),
    ...{ stderr: "ignore", buffer: false, ipc: true, reject: false, cancelSignal },
  });
  let reason: string | undefined;
  child.on("message", ({ error }: { error: string }) => (reason = error));
  let received = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    pixels.set(chunk, received);
    received += chunk.length;
    report(chunk.length);
  });
  const { exitCode, signal } = await child;
  if (reason !== undefined) throw new Error(reason);
  if (received === pixels.length) return;
  const how = signal === undefined ? `ended with status ${exitCode ?? "unknown"}` : `was ended by ${signal}`;
  throw new Error(
    `A process that decodes images ${how} after ${Math.floor(received / imageBytes)} of ${files.length}: ` +
      "if memory is short, ask for fewer trainImages.",
  );
}

/** Counts decoded bytes and logs the progress every few seconds. */
function reporter(images: number, processes: number, log: (line: string) => void): (bytes: number) => void {
  const shown = (count: number) => count.toLocaleString("en");
  if (images >= imagesPerProcess) {
    log(`Decoding ${shown(images)} images in ${counted(processes, "process", "processes")}`);
  }
  let began: number | undefined;
  let last = 0;
  let bytes = 0;
  return (more) => {
    bytes += more;
    const now = performance.now() / 1000;
    // The clock starts with the first bytes, because starting the processes takes seconds for any number of images.
    began ??= last = now;
    if (now - last < secondsBetweenLines) return;
    last = now;
    const done = bytes / imageBytes;
    const left = ((images - done) / done) * (now - began);
    log(`${shown(Math.floor(done))} of ${shown(images)} images, ${Math.ceil(left)} s left`);
  };
}
