// The thread of a host feed: it receives what batches are asked and sends batches, in the same order.
import { parentPort, workerData } from "node:worker_threads";
import { gather, type Asked, type Source } from "./gather";

parentPort?.on("message", (asked: Asked) => {
  const batch = gather(workerData as Source, asked);
  // The buffers are transferred, not copied.
  parentPort?.postMessage(batch, [batch.pixels.buffer as ArrayBuffer, batch.labels.buffer as ArrayBuffer]);
});
