import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tf } from "../../lib/tensorflow";
import { loadCheckpoint, saveCheckpoint, type TrainingState } from "../../lib/training/checkpoint";
import { smallRun } from "../runs/small-run";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("checkpoint")));

const state = (globalStep: number): TrainingState => ({
  ...{ globalStep, epoch: 1, stepInEpoch: globalStep, dataset: "a digest" },
  record: smallRun({ outcome: "running" }),
});
const variables = (value: number) => [
  { name: "a", variable: tf.variable(tf.fill([2, 3], value)) },
  { name: "count", variable: tf.variable(tf.scalar(value, "int32")) },
];
const accept = (): void => undefined;
const never = (line: string): void => {
  expect.fail(`it said: ${line}`);
};

async function saved(...steps: number[]): Promise<void> {
  for (const step of steps) await saveCheckpoint(folder, state(step), variables(step));
}

async function valuesAfter(load: typeof loadCheckpoint, say = never): Promise<[TrainingState | undefined, number[]]> {
  const now = variables(-1);
  const loaded = await load(folder, now, accept, say);
  return [loaded, now.map(({ variable }) => variable.dataSync()[0])];
}

describe("checkpoints", () => {
  it("bring back the newest state and values, and keep the last two", async () => {
    await saved(3, 20, 100);
    expect(await readdir(folder)).toEqual(["step-00000020", "step-00000100"]);
    const [loaded, values] = await valuesAfter(loadCheckpoint);
    expect(loaded).toMatchObject(state(100));
    expect(values).toEqual([100, 100]);
  });

  it("may be saved again at the same step", async () => {
    await saved(5);
    await saveCheckpoint(folder, state(5), variables(6));
    expect((await valuesAfter(loadCheckpoint))[1]).toEqual([6, 6]);
  });

  it("are still there when the process is killed just before the one that replaces them", async () => {
    await saved(3, 5);
    await rename(join(folder, "step-00000005"), join(folder, "step-00000005.replaced"));
    expect((await valuesAfter(loadCheckpoint))[1]).toEqual([5, 5]);
    await saveCheckpoint(folder, state(5), variables(6));
    expect((await valuesAfter(loadCheckpoint))[1]).toEqual([6, 6]);
    await saved(8);
    expect(await readdir(folder)).toEqual(["step-00000005", "step-00000008"]);
  });

  it("are none in an empty or missing folder", async () => {
    expect(await loadCheckpoint(folder, [], accept, never)).toBeUndefined();
    expect(await loadCheckpoint(join(folder, "none"), [], accept, never)).toBeUndefined();
  });

  it("can be read as safetensors", async () => {
    await saved(5);
    const bytes = await readFile(join(folder, "step-00000005", "weights.safetensors"));
    const length = Number(bytes.readBigUInt64LE());
    expect(JSON.parse(bytes.toString("utf8", 8, 8 + length))).toEqual({
      a: { dtype: "F32", shape: [2, 3], data_offsets: [0, 24] },
      count: { dtype: "I32", shape: [], data_offsets: [24, 28] },
    });
    expect(bytes.length).toBe(8 + length + 28);
  });

  it("that a killed process left unfinished are cleared away", async () => {
    await saved(5);
    await mkdir(join(folder, ".saving-abc"));
    await valuesAfter(loadCheckpoint);
    expect(await readdir(folder)).toEqual(["step-00000005"]);
  });
});

describe("a damaged checkpoint is passed over, and that is said", () => {
  const damages: [string, string, (bytes: Buffer) => Buffer, RegExp][] = [
    ["cut short", "weights.safetensors", (bytes) => bytes.subarray(0, 50), /holds 50 bytes instead of/],
    ["with one bit changed", "weights.safetensors", (bytes) => flipLast(bytes), /has been changed/],
    ["with half a state", "state.json", (bytes) => bytes.subarray(0, 99), /is not a training's state: it is no JSON/],
    ["with another state", "state.json", () => Buffer.from("{}"), /is not a training's state/],
  ];
  it.each(damages)("%s", async (_, file, damage, expected) => {
    await saved(5, 10);
    const path = join(folder, "step-00000010", file);
    await writeFile(path, damage(await readFile(path)));
    const said: string[] = [];
    const [loaded, values] = await valuesAfter(loadCheckpoint, (line) => said.push(line));
    expect(loaded?.globalStep).toBe(5);
    expect(values).toEqual([5, 5]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(expected);
    expect(said[0]).toContain("step-00000010");
  });

  it("without one before it, nothing is trained", async () => {
    await saved(5);
    await rm(join(folder, "step-00000005", "weights.safetensors"));
    await expect(loadCheckpoint(folder, variables(0), accept, accept)).rejects.toThrow(/No checkpoint in .* is whole/);
  });
});

it("a whole checkpoint without a variable that the training has is refused, and none before it is tried", async () => {
  await saved(5, 10);
  const now = [...variables(-1), { name: "loss_scale", variable: tf.variable(tf.scalar(2)) }];
  await expect(loadCheckpoint(folder, now, accept, never)).rejects.toThrow(
    /^The checkpoint is of another training, or of an older workbook: .*step-00000010.* holds nothing for the variable loss_scale, which is a scalar\.$/,
  );
  expect(now[0].variable.dataSync()[0]).toBe(-1);
});

function flipLast(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] ^= 1;
  return bytes;
}
