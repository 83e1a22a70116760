// The thread of a host feed: it receives rows and sends batches, in the same order.
import { parentPort, workerData } from "node:worker_threads";
import { gather, type Source } from "./gather";

parentPort?.on("message", (rows: Int32Array) => {
  const batch = gather(workerData as Source, rows);
  // The buffers are transferred, not copied.
  parentPort?.postMessage(batch, [batch.pixels.buffer as ArrayBuffer, batch.labels.buffer as ArrayBuffer]);
});
