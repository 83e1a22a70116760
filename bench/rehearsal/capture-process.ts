// Captures steps as for GPUs, in a process of its own, since TensorFlow starts once in a process. CAPTURE says what; a line
// of output describes each graph that was written.
import { onOneLine } from "../../lib/system/words";
import { captureGraphs } from "./capture";
import type { CaptureTask, ComparedTask } from "./captured-graph";
import { captureCompared } from "./compared-step";

async function main(task: CaptureTask | ComparedTask): Promise<void> {
  for await (const graph of "compared" in task ? captureCompared(task) : captureGraphs(task))
    process.stdout.write(`${JSON.stringify(graph)}\n`);
}

main(JSON.parse(process.env.CAPTURE ?? "") as CaptureTask | ComparedTask).then(
  () => process.exit(0), // TensorFlow's server of a worker would keep the process
  (error: unknown) => {
    console.error(onOneLine((error as Error).message));
    process.exit(1);
  },
);
