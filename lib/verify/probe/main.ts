// A child of `./workbook verify`: `node main.js TASK`, where the task is JSON. The last line of its output is its answer.
import { readFileSync } from "node:fs";
import { allReduce, MirroredStrategy } from "../../strategy";
import { configureTensorFlow, deviceNames, tf } from "../../tensorflow";
import type { allReduceAnswer, devicesAnswer, ProbeTask } from "./task";
import type { z } from "zod";

type AllReduceTask = Extract<ProbeTask, { kind: "all-reduce" }>;

function devices({ device, logicalDevices }: Extract<ProbeTask, { kind: "devices" }>): z.infer<typeof devicesAnswer> {
  configureTensorFlow({ device, logicalDevices });
  const names = deviceNames(); // starts TensorFlow
  const kilobytes = /^VmPeak:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return { devices: names, addressBytes: Number(kilobytes) * 1024 };
}

/** Each round adds up the sum of the round before, so that n devices have n^rounds at the end, and no round can be left out. */
async function addUp(task: AllReduceTask): Promise<z.infer<typeof allReduceAnswer>> {
  const { device, devices, collectives, bytes, rounds, calls } = task;
  const strategy = new MirroredStrategy({ device, devices, collectives });
  const ones = tf.variable(tf.ones([bytes / 4]));
  const step = strategy.capture(
    (_batch: tf.Tensor[]) =>
      tf.tidy(() => {
        let sum: tf.Tensor = ones;
        for (let round = 0; round < rounds; round++) [sum] = allReduce([sum], strategy.communication);
        return sum.slice([bytes / 4 - 1], [1]);
      }),
    { name: "all_reduce" },
  );
  const seconds: number[] = [];
  let sum = NaN;
  for (let call = 0; call <= calls; call++) {
    const start = performance.now();
    const result = step({ tensors: [], images: 0 });
    [sum] = await result.data();
    result.dispose();
    if (call > 0) seconds.push((performance.now() - start) / 1000);
  }
  return { seconds, sum };
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2]) as ProbeTask; // written by task.ts
  const answer = task.kind === "devices" ? devices(task) : await addUp(task);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

void main();
