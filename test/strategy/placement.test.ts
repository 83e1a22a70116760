import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../temporary";
import type { Placed } from "./placed";

/** TensorFlow tells of every graph that it plans, every tensor that crosses devices, and every tensor's bytes. */
const TELLING = {
  TF_CPP_MIN_LOG_LEVEL: "0",
  TF_CPP_VMODULE: "process_function_library_runtime=2,sendrecv_ops=2,log_memory=2",
};

/** What TensorFlow tells of a training's captured steps. */
async function told(placed: Placed) {
  // Into a file, and not through a pipe, as execa's `{ file }` goes: Node makes a pipe non-blocking, and what TensorFlow tells while it
  // is full is lost.
  const file = join(folder, "told.txt");
  const stderrOfIt = openSync(file, "w");
  const training = spawn(process.execPath, ["--require", join(__dirname, "built.cjs"), join(__dirname, "placed.ts")], {
    env: { ...process.env, ...TELLING, PLACED: JSON.stringify(placed) },
    stdio: ["ignore", "ignore", stderrOfIt],
  });
  closeSync(stderrOfIt);
  const [exitCode] = (await once(training, "close")) as [number | null];
  const stderr = readFileSync(file, "utf8");
  const problem = exitCode === 0 ? "" : stderr.slice(-500);
  const planned = Array.from(
    stderr.matchAll(/Instantiating MultiDevice function "((?!copy_to_device)\w+)"/g),
    ([, name]) => name,
  );
  const lines = stderr.split("\n");
  const made = lines.map((line) => {
    const found = /MemoryLogTensorOutput \{.*? kernel_name: "(\w+)" tensor \{.*? requested_bytes: (\d+)/.exec(line);
    return { name: found?.[1], bytes: Number(found?.[2]) };
  });
  const sent = lines.flatMap((line, index) => {
    const [, name] = / Send \S+;edge_\d+_(replica_\w+);/.exec(line) ?? [];
    if (name === undefined) return [];
    // Steps have tensors of equal names: it is the one just told of, or where another thread tells of it, the next one.
    const isIt = (tensor: { name?: string }) => tensor.name === name;
    return [(made.slice(0, index).findLast(isIt) ?? made.slice(index).find(isIt))?.bytes ?? NaN];
  });
  return { problem, planned, sent };
}

const folder = temporaryFolder("placement");
const trained = { epochs: 1, record: join(folder, "run.json"), checkpoint: join(folder, "checkpoint") };

// An image of this training has 192 bytes as it lies on a device, its row's number 4 bytes, and a step 8 images.
const ROWS = 32;

it.each<[strategy: Placed["strategy"], ...fits: Placed["fit"][]]>([
  ["one-device", trained, { ...trained, epochs: 2, resume: true }], // which goes on from the first one's checkpoint
  ["mirrored", {}],
  ["mirrored", { syncEvery: 2 }],
])("each step is planned once, and no images cross devices: %s, %j", async (strategy, ...fits) => {
  for (const fit of fits) {
    const { problem, planned, sent } = await told({ strategy, visible: 2, fit });
    expect(problem).toBe("");
    expect(planned).toContainEqual(expect.stringContaining("training_step"));
    expect(planned).toContainEqual(expect.stringContaining("evaluation_step"));
    expect(planned).toEqual([...new Set(planned)]);
    if (strategy === "one-device") expect(sent).toEqual([]);
    else expect(sent.filter((size) => !(size <= ROWS))).toEqual([]);
  }
});
