// Measures JPEGs as the input of a training on one core: decoding alone, training alone, one after the other, and with a second thread that
// decodes ahead. The labels are made up, because only the times count.
//   node dist/chapters/01-one-device/programs/jpegs.mjs --folder FOLDER --out jpegs.json
import { on } from "node:events";
import { statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { programArguments } from "parallel-training/jobs";
import { capture, configureTensorFlow, nativeOp, tf } from "parallel-training/tensorflow";
import { decodeJpegs, encodeJpeg, imageBytes, jpegsIn, writeMadeUp } from "../jpegs/index.js";

const { folder, images, rounds, out } = programArguments({
  folder: String, // with JPEGs; made-up ones unless it is given
  images: 2048, // of each round, at most
  rounds: 5,
  out: "jpegs.json",
});
const batchSize = 64;
const MADE_UP = 256; // images, where no folder is given
const LARGE = 16; // large pictures that each round decodes
const ahead = 2; // batches that the second thread may have decoded before they are needed

// One thread for training, and one for decoding: with two cores or more, neither takes the other's.
configureTensorFlow({ device: "cpu", intraOpThreads: 1, interOpThreads: 1 });

/** The second thread: decodes what it is asked for into memory that both threads share. */
function decodeForTheOther(slots: Uint8Array[]): void {
  parentPort!.on("message", ({ files, slot }: { files: string[]; slot: number }) => {
    try {
      slots[slot].set(decodeJpegs(files));
      parentPort!.postMessage({});
    } catch (error) {
      parentPort!.postMessage({ error: (error as Error).message });
    }
  });
}

/** A training step of a small network, on the bytes of a batch. */
function perceptron(): (pixels: Uint8Array) => number {
  const hidden = tf.variable(tf.randomNormal([imageBytes, 128], 0, 0.01, "float32", 1));
  const last = tf.variable(tf.randomNormal([128, 10], 0, 0.1, "float32", 2));
  const labels = tf.tensor1d(
    Int32Array.from({ length: batchSize }, (_, at) => at % 10),
    "int32",
  );
  const right = tf.oneHot(labels, 10);
  const step = capture((words: tf.Tensor2D) =>
    tf.tidy(() => {
      const [bytes] = nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "uint8" } }, [words]);
      const [pixels] = nativeOp("Cast", { SrcT: { type: "uint8" }, DstT: { type: "float32" } }, [bytes]);
      const input = tf.div<tf.Tensor2D>(tf.reshape(pixels, [batchSize, imageBytes]), 255);
      const logits = () => tf.relu(input.matMul(hidden)).matMul(last);
      const loss = () => tf.neg(tf.mean(tf.sum(right.mul(tf.logSoftmax(logits())), 1))) as tf.Scalar;
      const { value, grads } = tf.variableGrads(loss, [hidden, last]);
      for (const each of [hidden, last]) each.assign(each.sub(grads[each.name].mul(0.001)));
      return value;
    }),
  );
  return (pixels) =>
    tf.tidy(
      () => step(tf.tensor2d(new Float32Array(pixels.slice().buffer), [batchSize, imageBytes / 4])).dataSync()[0],
    );
}

/** The files of a batch; where there are fewer than a round needs, they come again. */
const batchOf = (files: string[], batch: number): string[] =>
  Array.from({ length: batchSize }, (_, at) => files[(batch * batchSize + at) % files.length]);

async function measure(files: string[], made: string): Promise<void> {
  decodeJpegs(batchOf(files, 0)); // the first time takes longer
  const began = performance.now();
  decodeJpegs(batchOf(files, 0));
  // Large photographs: fewer of them, so that decoding those of a round takes about a second.
  const enough = Math.ceil(1000 / (performance.now() - began));
  const count = Math.min(enough, Math.ceil(images / batchSize));
  const batches = Array.from({ length: count }, (_, at) => batchOf(files, at));
  const kept = batches.map((batch) => decodeJpegs(batch));
  const large = join(made, "large.jpg");
  await writeFile(large, await encodeJpeg(kept[0], 8, 6)); // 48 of the images side by side, as large as a photograph
  const train = perceptron();

  const slots = Array.from({ length: ahead + 1 }, () => new Uint8Array(new SharedArrayBuffer(batchSize * imageBytes)));
  const worker = new Worker(fileURLToPath(import.meta.url), { argv: process.argv.slice(2), workerData: slots });
  const answers = on(worker, "message") as AsyncIterator<[{ error?: string }]>; // keeps those that come while training
  const ask = (at: number): void => {
    if (at < count) worker.postMessage({ files: batches[at], slot: at % slots.length });
  };
  const ways: Record<string, () => Promise<void> | void> = {
    decoding: () => batches.forEach((batch) => decodeJpegs(batch)),
    training: () => kept.forEach((pixels) => train(pixels)),
    "in a row": () => batches.forEach((batch) => train(decodeJpegs(batch))),
    "decoded ahead": async () => {
      for (let at = 0; at < ahead; at++) ask(at);
      for (let at = 0; at < count; at++) {
        ask(at + ahead);
        const [{ error }] = (await answers.next()).value as [{ error?: string }];
        if (error !== undefined) throw new Error(error);
        train(slots[at % slots.length]);
      }
    },
  };
  const rates: Record<string, number[]> = { large: [] };
  const names = Object.keys(ways);
  for (let round = 0; round <= rounds; round++) {
    // The order changes from round to round. Round 0 warms everything up, and does not count.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      const start = performance.now();
      await ways[name]();
      if (round > 0) (rates[name] ??= []).push((1000 * count * batchSize) / (performance.now() - start));
    }
    const start = performance.now();
    decodeJpegs(Array.from({ length: LARGE }, () => large));
    if (round > 0) rates.large.push((1000 * LARGE) / (performance.now() - start));
  }
  await worker.terminate();
  const meanBytes = (some: string[]) => some.reduce((sum, file) => sum + statSync(file).size, 0) / some.length;
  const bytes = { small: meanBytes(batches.flat()), large: meanBytes([large]) };
  await writeFile(out, JSON.stringify({ images: count * batchSize, bytes, rates }));
}

if (isMainThread) {
  const made = await mkdtemp(join(tmpdir(), "jpegs-"));
  try {
    await measure(folder === undefined ? await writeMadeUp(made, MADE_UP) : jpegsIn(folder, images), made);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
} else {
  decodeForTheOther(workerData as Uint8Array[]);
}
