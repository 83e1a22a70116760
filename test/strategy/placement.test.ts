import { join } from "node:path";
import { execa } from "execa";
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
  const { exitCode, stderr } = await execa(
    process.execPath,
    ["--require", join(__dirname, "built.cjs"), join(__dirname, "placed.ts")],
    { env: { ...TELLING, PLACED: JSON.stringify(placed) }, reject: false, maxBuffer: 500e6 },
  );
  const problem = exitCode === 0 ? "" : stderr.slice(-500);
  const planned = Array.from(
    stderr.matchAll(/Instantiating MultiDevice function "((?!copy_to_device)\w+)"/g),
    ([, name]) => name,
  );
  // Steps have tensors of equal names: those that a Send means have just been told of.
  const bytes = new Map<string, number>();
  const sent: number[] = [];
  for (const line of stderr.split("\n")) {
    const [, kernel, size] =
      /MemoryLogTensorOutput \{.*? kernel_name: "(\w+)" tensor \{.*? requested_bytes: (\d+)/.exec(line) ?? [];
    if (kernel !== undefined) bytes.set(kernel, Number(size));
    const [, sending] = / Send \S+;edge_\d+_(replica_\w+);/.exec(line) ?? [];
    if (sending !== undefined) sent.push(bytes.get(sending) ?? NaN);
  }
  return { problem, planned, sent };
}

const folder = temporaryFolder("placement");
const checkpoint = join(folder, "checkpoint");
const trained = { epochs: 1, record: join(folder, "run.json"), checkpoint };
const goingOn = { ...trained, epochs: 2, resume: true };

// An image of this training has 192 bytes as it lies on a device, its row's number 4 bytes, and a step 8 images.
const ROWS = 32;

it.each<Placed>([
  { strategy: "one-device", visible: 2, fit: trained },
  { strategy: "one-device", visible: 2, fit: goingOn },
  { strategy: "mirrored", visible: 2, fit: {} },
  { strategy: "mirrored", visible: 2, fit: { syncEvery: 2 } },
])("each step is planned once, and no images cross devices: %j", async (placed) => {
  const { problem, planned, sent } = await told(placed);
  expect(problem).toBe("");
  expect(planned).toContainEqual(expect.stringContaining("training_step"));
  expect(planned).toContainEqual(expect.stringContaining("evaluation_step"));
  expect(planned).toEqual([...new Set(planned)]);
  if (placed.strategy === "one-device") expect(sent).toEqual([]);
  else expect(sent.filter((size) => !(size <= ROWS))).toEqual([]);
});
