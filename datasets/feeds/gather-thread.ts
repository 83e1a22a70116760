import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workbookRoot } from "../../lib/system/workbook";
import type { Asked, Gathered, Source } from "./gather";

interface Waiting {
  resolve: (batch: Gathered) => void;
  reject: (error: Error) => void;
}

/** A worker thread that gathers batches while the main thread trains. It ends with the process or with `dispose`. */
export class GatherThread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];

  constructor(source: Source) {
    // Always the compiled file: a worker thread cannot run TypeScript.
    this.worker = new Worker(join(workbookRoot, "dist", "datasets", "feeds", "gather-worker.js"), {
      workerData: { ...source, images: shared(source.images), labels: shared(source.labels) } satisfies Source,
    });
    this.worker.on("message", (batch: Gathered) => this.next()?.resolve(batch));
    this.worker.on("error", (error) => {
      this.fail(new Error(`The thread that prepares batches failed: ${error.message}`));
    });
    this.worker.on("exit", () => {
      this.fail(new Error("The thread that prepares batches has ended."));
    });
    this.worker.unref();
  }

  /** Requests a batch. Batches arrive in the order of the requests. */
  gather(asked: Asked): Promise<Gathered> {
    const batch = new Promise<Gathered>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
    // If training stops in the middle of an epoch, nobody awaits the batches that were requested in advance.
    batch.catch(() => undefined);
    this.worker.ref();
    this.worker.postMessage(asked);
    return batch;
  }

  dispose(): void {
    void this.worker.terminate();
  }

  private next(): Waiting | undefined {
    const first = this.waiting.shift();
    // An idle thread must not keep the process alive.
    if (this.waiting.length === 0) this.worker.unref();
    return first;
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }
}

/** The bytes in memory that both threads share: the same bytes if they already are, else a copy. */
function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
