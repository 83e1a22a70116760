import "../four-devices";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gpt, type GptOptions } from "../../lib/models";
import { fullyShard, pipeline, tensorParallel } from "../../lib/sharding";
import { MirroredStrategy, type Strategy } from "../../lib/strategy";
import type { tf } from "../../lib/tensorflow";
import { adamW, cosine } from "../../lib/training";
import { readTensors, writeTensors } from "../../lib/training/tensor-file";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { ByHand } from "../training/by-hand";
import { lossesOfOneDevice, text } from "./one-device";
import { disposedAfterEach } from "../disposed";

const keep = disposedAfterEach();

const sizes: GptOptions = { vocabulary: 13, context: 8, layers: 2, heads: 4, width: 16, seed: 2 };
const optimizer = adamW(cosine(0.02, { steps: 10 }), { weightDecay: 0.1 });
const rows = () => text(sizes, 8);

const strategies: [string, () => Strategy][] = [
  ["ZeRO-1 on 2", () => fullyShard({ devices: 2, zero: 1 })],
  ["ZeRO-3 on 4", () => fullyShard({ devices: 4, zero: 3 })],
  ["layers shared by 4", () => tensorParallel({ tensor: 4 })],
  ["2 stages x 2", () => pipeline({ data: 2, stages: 2, microbatches: 4 })],
  ["2 stages whose layers 2 share", () => pipeline({ stages: 2, tensor: 2, sequence: true, microbatches: 4 })],
  ["copies on 2", () => new MirroredStrategy({ devices: 2 })],
];

const start = (make: () => Strategy, before = 0): ByHand => keep(new ByHand(make(), gpt(sizes), { optimizer, before }));

async function steps(training: ByHand, count: number): Promise<number[]> {
  const losses: number[] = [];
  for (let step = 0; step < count; step++) losses.push(await training.loss(rows()));
  return losses;
}

describe("what one strategy has saved", () => {
  const alone = lossesOfOneDevice(sizes, optimizer, Array.from({ length: 8 }, rows)).slice(4);

  it.each(strategies)("%s: the same goes on bit for bit, any other to rounding", async (name, make) => {
    const before = start(make);
    await steps(before, 4);
    const file = join(temporaryFolder("sharded-training"), "state.safetensors");
    const digest = await writeTensors(file, before.state.stored);
    const unbroken = await steps(before, 4);
    const next = strategies[(strategies.findIndex(([each]) => each === name) + 1) % strategies.length];
    for (const [other, remake] of all ? strategies : [[name, make] as const, next]) {
      const after = start(remake, 4);
      await readTensors(file, digest, after.state.stored);
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
    for (const [name, make] of strategies) {
      const stored = start(make).state.stored.map((each) => [each.name, each.variable.shape] as const);
      const weights = plain.weights.map(({ name, variable }) => [name, variable.shape] as const);
      const beside = weights.flatMap(([weight, shape]) =>
        ["mean", "square"].map((what) => [`${weight}/${what}`, shape]),
      );
      expect(new Map(stored), name).toEqual(new Map([...weights, ["adamw/steps", []], ...beside] as typeof weights));
    }
    const [, make] = strategies[4];
    const projection = start(make).state.stored.find(({ name }) => name === "h.0.attn.c_attn.weight")!;
    const whole = plain.weights.find(({ name }) => name === projection.name)!.variable;
    expect(await projection.variable.data()).toEqual(await (whole as tf.Tensor).data());
  });
});
