// The thread of a host feed: rows in, batches out, in the order asked.
import { parentPort, workerData } from "node:worker_threads";
import { gather, type Source } from "./gather";

parentPort?.on("message", (rows: Int32Array) => {
  const batch = gather(workerData as Source, rows);
  // Handed over, not copied.
  parentPort?.postMessage(batch, [batch.pixels.buffer as ArrayBuffer, batch.labels.buffer as ArrayBuffer]);
});
