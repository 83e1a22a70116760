import "../four-devices";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gpt, type GptOptions } from "../../lib/models";
import { fullyShard, mesh, pipeline, tensorParallel, type ShardedModel } from "../../lib/sharding";
import type { tf } from "../../lib/tensorflow";
import { adamW, cosine, ShardedTraining } from "../../lib/training";
import { readTensors, writeTensors } from "../../lib/training/tensor-file";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { lossesOfOneDevice, text } from "./one-device";
import { disposedAfterEach } from "../disposed";

const keep = disposedAfterEach();

const sizes: GptOptions = { vocabulary: 13, context: 8, layers: 2, heads: 4, width: 16, seed: 2 };
const optimizer = adamW(cosine(0.02, { steps: 10 }), { weightDecay: 0.1 });
const rows = () => text(sizes, 8);

const meshes: [string, () => ShardedModel][] = [
  ["ZeRO-1 on 2", () => fullyShard(gpt(sizes), { mesh: mesh({ data: 2 }), level: 1 })],
  ["ZeRO-3 on 4", () => fullyShard(gpt(sizes), { mesh: mesh({ data: 4 }), level: 3 })],
  ["layers shared by 4", () => tensorParallel(gpt(sizes), { mesh: mesh({ tensor: 4 }) })],
  ["2 stages x 2", () => pipeline(gpt(sizes), { mesh: mesh({ stage: 2, data: 2 }), microbatches: 4 })],
  [
    "2 stages whose layers 2 share",
    () => pipeline(gpt(sizes), { mesh: mesh({ stage: 2, tensor: 2 }), microbatches: 4, tensor: { sequence: true } }),
  ],
];

function start(make: () => ShardedModel, updates = 0): ShardedTraining {
  const model = make();
  const training = new ShardedTraining(model, { optimizer, updates });
  keep(training, model);
  return training;
}

async function steps(training: ShardedTraining, count: number): Promise<number[]> {
  const losses: number[] = [];
  for (let step = 0; step < count; step++) losses.push(await training.step(rows()));
  return losses;
}

describe("what one mesh has saved", () => {
  const alone = lossesOfOneDevice(sizes, optimizer, Array.from({ length: 8 }, rows)).slice(4);

  it.each(meshes)("%s: the same mesh goes on bit for bit, any other to rounding", async (name, make) => {
    const before = start(make);
    await steps(before, 4);
    const file = join(temporaryFolder("sharded-training"), "state.safetensors");
    const digest = await writeTensors(file, before.stored);
    const unbroken = await steps(before, 4);
    const next = meshes[(meshes.findIndex(([each]) => each === name) + 1) % meshes.length];
    for (const [other, remake] of all ? meshes : [[name, make] as const, next]) {
      const after = start(remake, 4);
      await readTensors(file, digest, after.stored);
      const losses = await steps(after, 4);
      if (other === name) expect(losses, other).toEqual(unbroken);
      losses.forEach((loss, index) => {
        expect(Math.abs(loss - alone[index]), other).toBeLessThan(1e-5);
      });
    }
  });

  it("has GPT-2's names and shapes, and an optimizer's numbers beside each", async () => {
    const plain = gpt(sizes);
    keep(plain);
    for (const [name, make] of meshes) {
      const stored = start(make).stored.map((each) => [each.name, each.variable.shape] as const);
      const weights = plain.weights.map(({ name, variable }) => [name, variable.shape] as const);
      const beside = weights.flatMap(([weight, shape]) =>
        ["mean", "square"].map((what) => [`${weight}/${what}`, shape]),
      );
      expect(new Map(stored), name).toEqual(new Map([...weights, ["adamw/steps", []], ...beside] as typeof weights));
    }
    const [, make] = meshes[4];
    const projection = start(make).stored.find(({ name }) => name === "h.0.attn.c_attn.weight")!;
    const whole = plain.weights.find(({ name }) => name === projection.name)!.variable;
    expect(await projection.variable.data()).toEqual(await (whole as tf.Tensor).data());
  });
});
