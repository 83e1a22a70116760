import "../four-devices";
import { describe, expect, it, vi } from "vitest";
import { gpt, modelNamed, type Gpt, type GptOptions } from "../../lib/models";
import { fullyShard, mesh, Mesh, pipeline, placeAlong, tensorParallel } from "../../lib/sharding";
import { MirroredStrategy, type Strategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { placeParts } from "../../lib/tensorflow/capture/placement";
import { adamW } from "../../lib/training";
import { disposedAfterEach } from "../disposed";
import { ByHand } from "../training/by-hand";
import { lossesOfOneDevice, text } from "./one-device";

const keep = disposedAfterEach();

const sizes: GptOptions = { vocabulary: 13, context: 8, layers: 2, heads: 4, width: 16, seed: 2 };
const optimizer = adamW(0.01);

const ways = {
  copies: () => new MirroredStrategy({ devices: 2 }),
  "ZeRO-1": () => fullyShard({ devices: 2, zero: 1 }),
  "ZeRO-2": () => fullyShard({ devices: 2, zero: 2 }),
  "ZeRO-3": () => fullyShard({ devices: 2, zero: 3 }),
  "copies of ZeRO-1": () => fullyShard({ mesh: mesh({ copies: 2, data: 2 }), zero: 1 }),
  layers: () => tensorParallel({ data: 2, tensor: 2, sequence: true }),
  stages: () => pipeline({ data: 2, stages: 2, microbatches: 2 }),
};

describe("the bytes of an update of four batches, of which an update of one sends", () => {
  /** By axis. */
  async function sentBy(strategy: Strategy, batches: number): Promise<Record<string, number>> {
    const training = keep(new ByHand(strategy, gpt(sizes), { optimizer, batches }));
    await training.update(...Array.from({ length: batches }, () => text(sizes, 8)));
    return training.updates.sentBytes[0];
  }

  it.each<[keyof typeof ways, Record<string, number>]>([
    ["copies", { all: 1 }],
    ["ZeRO-1", { data: 1 }],
    ["ZeRO-2", { data: (4 + 1) / 2 }], // each batch scatters its gradients, and the weights are gathered once
    ["ZeRO-3", { data: 4 }],
    ["copies of ZeRO-1", { copies: 1, data: 1 }],
    ["layers", { data: 1, tensor: 4 }],
    ["stages", { data: 1, stage: (4 * 4 * 8 * 16 + 13 * 16) / (4 * 8 * 16 + 13 * 16) }], // both ends exchange the table of tokens once
  ])("%s: %o", async (way, expected) => {
    const [one, four] = [await sentBy(ways[way](), 1), await sentBy(ways[way](), 4)];
    // On a mesh, only results go along all axes.
    expect(Object.keys({ all: 0, ...expected }).sort()).toEqual(Object.keys(four).sort());
    for (const [axis, times] of Object.entries(expected)) {
      expect(Math.abs(four[axis] / one[axis] / times - 1), axis).toBeLessThan(0.06);
    }
  });
});

it("gradients of copies are sent in 16 bits, also by devices of one process", async () => {
  const sent = async (
    compression: "none" | "bfloat16",
    make: (how: { compression: "none" | "bfloat16" }) => Strategy,
  ) => {
    const training = keep(new ByHand(make({ compression }), gpt(sizes), { optimizer }));
    await training.update(text(sizes, 8));
    const [bytes] = training.updates.sentBytes;
    return Object.values(bytes).reduce((sum, each) => sum + each, 0);
  };
  for (const make of [
    (how: object) => new MirroredStrategy({ devices: 2, ...how }),
    (how: object) => pipeline({ mesh: mesh({ data: 2, stage: 1 }, how), microbatches: 2 }),
  ]) {
    expect(Math.abs((await sent("bfloat16", make)) / (await sent("none", make)) / 0.5 - 1)).toBeLessThan(0.02);
  }
});

describe("copies of a weight that have drifted apart are found", () => {
  it.each<[string, () => Strategy, RegExp, RegExp]>([
    ["of layers that are shared", () => tensorParallel({ tensor: 2 }), /^h\.1\.ln_1\.weight$/, /^The weight h\.1\.ln_1\.weight differs between CPU:0 and CPU:1/],
    ["of parts on other devices", () => fullyShard({ mesh: mesh({ copies: 2, data: 2 }), zero: 3 }), /^block 0\/vectors$/, /^The weight block 0\/vectors differs between CPU:1 and CPU:3/],
    ["of stages", () => pipeline({ data: 2, stages: 2, microbatches: 2 }), /^h\.1\.attn\.c_attn\.weight$/, /^The weight h\.1\.attn\.c_attn\.weight differs between CPU:1 and CPU:3/],
  ])("%s", async (_, make, weight, says) => {
    const strategy = make();
    const training = keep(new ByHand(strategy, gpt(sizes), { optimizer }));
    await training.update(text(sizes, 8));
    training.placed.checkCopies();
    const kind = training.placed.kindsHere.at(-1)!;
    const { variable } = training.placed.parts(kind).find(({ name }) => weight.test(name))!;
    const last = `/job:localhost/replica:0/task:0/device:${strategy.devices.at(-1)}`;
    placeParts(variable, [last.replace(/^.*device/, "/device")], [tf.fill(variable.shape, 0.5)]);
    expect(() => training.placed.checkCopies()).toThrow(says);
  }); // prettier-ignore

  it("of BatchNorm's statistics, where weights are divided", () => {
    const model = modelNamed("tinyresnet", { inputShape: [32, 32, 3], classes: 10 });
    const strategy = fullyShard({ devices: 2, zero: 3 });
    const placed = strategy.place(model);
    keep(placed, model);
    const { name, variable } = model.weights.find((weight) => weight.name.endsWith("moving_mean"))!;
    placeParts(variable, strategy.mesh.devices, [tf.fill(variable.shape, 1), tf.fill(variable.shape, 2)]);
    expect(() => placed.checkCopies()).toThrow(`The weight ${name} differs between CPU:0 and CPU:1`);
  });
});

describe("devices that share layers, and see the same with other rounding", () => {
  const grid = () => mesh({ tensor: 2 });

  /** A GPT whose logits are larger by a thousandth on the second device. */
  function uneven(on: Mesh): Gpt {
    const model = gpt(sizes);
    const factor = (): tf.Scalar => tf.add(1, tf.mul(placeAlong(on.axis("tensor")).cast("float32"), 1e-3));
    const apply: Gpt["apply"] = (tokens, pass) => tf.mul(model.apply(tokens, pass), factor());
    return { ...model, apply };
  }

  async function train(model: Gpt, on: Mesh): Promise<number[]> {
    const training = keep(new ByHand(tensorParallel({ mesh: on }), model, { optimizer }));
    const losses = [await training.loss(text(sizes, 8)), await training.loss(text(sizes, 8))];
    training.placed.checkCopies();
    return losses;
  }

  it("drift apart, if each takes its own gradients of copies", async () => {
    const on = grid();
    await expect(train(uneven(on), on)).rejects.toThrow(
      /differs between CPU:0 and CPU:1: the copies have drifted apart/,
    );
  });

  it("stay alike with the means, as on GPUs, and learn what one device learns", async () => {
    const rounds = vi.spyOn(Mesh.prototype, "roundsDifferently", "get").mockReturnValue(true);
    const on = grid();
    await train(uneven(on), on);
    const own = await train(gpt(sizes), on);
    rounds.mockRestore();
    lossesOfOneDevice(sizes, optimizer, [text(sizes, 8), text(sizes, 8)]).forEach((loss, update) => {
      expect(Math.abs(own[update] - loss)).toBeLessThan(1e-5);
    });
  });
});
