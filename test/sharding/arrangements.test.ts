import { describe, expect, it, vi } from "vitest";
import { gpt, type GptOptions } from "../../lib/models";
import { fullyShard, mesh, pipeline, tensorParallel } from "../../lib/sharding";
import { MirroredStrategy, type Strategy } from "../../lib/strategy";
import { configureTensorFlow, deviceNames, tf, type Precision } from "../../lib/tensorflow";
import { adamW, clipped, sgd, type Optimizer } from "../../lib/training";
import { all } from "../extent";
import { lossesOfOneDevice, text } from "./one-device";
import { disposedAfterEach } from "../disposed";
import { ByHand } from "../training/by-hand";

vi.mock("../../lib/tensorflow/processor", () => ({ lacksSixteenBits: () => false })); // bfloat16 is slow without the instructions, not wrong
// XLA translates the same graphs and fuses them, but its compiler for CPUs takes a quarter of the time.
process.env.XLA_FLAGS = "--xla_backend_optimization_level=0";
configureTensorFlow({ device: "cpu", logicalDevices: 8, intraOpThreads: 1, interOpThreads: 8 });
deviceNames(); // starts it

const keep = disposedAfterEach();

// The first step of a graph takes seconds, and the more the deeper the model is: four blocks only where there are four stages.
const sizes: GptOptions = { vocabulary: 13, context: 8, layers: 2, heads: 4, width: 16, seed: 2 };
const deep: GptOptions = { ...sizes, layers: 4 };
const optimizer = adamW(0.01, { betas: [0.9, 0.99], weightDecay: 0.1 });

type Arrangement = [name: string, make: () => Strategy, of?: GptOptions];

const copies = [2, 4].map((devices): Arrangement => [`copies on ${devices}`, () => new MirroredStrategy({ devices })]);
const zero = ([1, 2, 3] as const).flatMap((stage) =>
  [2, 4].map((devices): Arrangement => {
    const checkpoint = stage === 3 && devices === 4; // with what it is made for, once
    const name = `ZeRO-${stage} on ${devices}${checkpoint ? ", activations computed again" : ""}`;
    return [name, () => fullyShard({ devices, zero: stage }), { ...sizes, checkpoint }];
  }),
);
const tensor = [2, 4].flatMap((size) =>
  [false, true].map((sequence): Arrangement => {
    const name = `layers shared by ${size}${sequence ? ", tokens too" : ""}`;
    return [name, () => tensorParallel({ tensor: size, sequence })];
  }),
);
const stages = [2, 4].flatMap((count) =>
  [4, 8].flatMap((microbatches) =>
    (["gpipe", "1f1b"] as const).map((schedule): Arrangement => {
      const make = () => pipeline({ stages: count, microbatches, schedule });
      return [`${count} stages, ${microbatches} microbatches, ${schedule}`, make, count === 4 ? deep : sizes];
    }),
  ),
);
const interleaved = [4, 8].map((microbatches): Arrangement => {
  const make = () => pipeline({ mesh: mesh({ stage: 2 }), stages: 4, microbatches });
  return [`4 interleaved stages on 2, ${microbatches} microbatches`, make, deep];
});
const composed: Arrangement[] = [
  ["parts on 2 of 2 x 2, copies on the others", () => fullyShard({ mesh: mesh({ copies: 2, data: 2 }), zero: 3 })],
  ["2 x 2, layers shared", () => tensorParallel({ data: 2, tensor: 2, sequence: true })],
  ["2 x 2, in stages", () => pipeline({ data: 2, stages: 2, microbatches: 4 })],
  ["one device with both stages", () => pipeline({ mesh: mesh({ stage: 1 }), stages: 2, microbatches: 4 })],
  [
    "2 x 2 x 2: data, stages and layers",
    () => pipeline({ data: 2, stages: 2, tensor: 2, sequence: true, microbatches: 4 }),
  ],
];

async function losses(
  [, make, of = sizes]: Arrangement,
  batches: { rows: number; updates: number; cut?: number[] },
  by = optimizer,
  options: { precision?: Precision; xla?: boolean } = {},
) {
  const { cut = [batches.rows], updates } = batches;
  const training = keep(new ByHand(make(), gpt(of), { optimizer: by, batches: cut.length, ...options }));
  const result: number[] = [];
  for (let update = 0; update < updates; update++) {
    const [inputs, labels] = text(of, batches.rows, update).map((rows) => tf.split(rows, cut));
    result.push(await training.loss(...cut.map((_, index) => [inputs[index], labels[index]])));
    training.placed.checkCopies();
  }
  return result;
}

/** Each once: many arrangements are compared with the same. */
const known = new Map<string, number[]>();
function alone(
  [, , of = sizes]: Arrangement,
  rows: number,
  updates: number,
  by?: Optimizer,
  precision?: Precision,
): number[] {
  const batches = () => Array.from({ length: updates }, (_, update) => text(of, rows, update));
  const train = () => lossesOfOneDevice(of, by ?? optimizer, batches(), precision);
  if (by) return train();
  const key = JSON.stringify([of, rows, updates]);
  const losses = known.get(key) ?? train();
  known.set(key, losses);
  return losses;
}

function expectAlike(own: number[], expected: number[]): void {
  expect(own).toHaveLength(expected.length);
  own.forEach((loss, update) => {
    expect(Math.abs(loss - expected[update]), `update ${update}`).toBeLessThan(1e-5);
  });
}

const every = [...copies, ...zero, ...tensor, ...stages, ...interleaved, ...composed];

/** One of each kind; WORKBOOK_TEST=all has all of them learn. */
const some = [copies[1], zero[5], tensor[1], stages[5], interleaved[0], ...composed.slice(3)];
/** One of each way to divide a model, and two of them at once. */
const ways = [copies[1], zero[0], zero[5], tensor[1], stages[1], composed[1]];

describe("learns what one device learns", () => {
  it.each(all ? every : some)("%s", async (...arrangement) => {
    expectAlike(await losses(arrangement, { rows: 8, updates: 10 }), alone(arrangement, 8, 10));
  });

  it("one device learns, indeed", () => {
    const expected = alone(zero[0], 8, 10);
    expect(expected[9]).toBeLessThan(0.9 * expected[0]);
  });
});

describe.each(all ? some : ways)("%s", (...arrangement) => {
  it.each([11, 3, 1])("takes batches of %i rows, also where some devices have none", async (rows) => {
    expectAlike(await losses(arrangement, { rows, updates: 3 }), alone(arrangement, rows, 3));
  });

  it("adds up the gradients of several batches, also of unequal ones", async () => {
    expectAlike(await losses(arrangement, { rows: 21, updates: 3, cut: [11, 10] }), alone(arrangement, 21, 3));
  });

  it("clips gradients by the norm of all devices' parts", async () => {
    const clipping = clipped(optimizer, 0.3);
    const expected = alone(arrangement, 8, 4, clipping);
    expectAlike(await losses(arrangement, { rows: 8, updates: 4 }, clipping), expected);
    expect(Math.abs(expected[3] - alone(arrangement, 8, 4)[3])).toBeGreaterThan(1e-4); // it matters
  });
});

// A stage's parts must not wait for each other, so that the schedules come first.
it.each(all ? every : [stages[1], zero[4]])("%s, compiled by XLA", { timeout: 600_000 }, async (...arrangement) => {
  expectAlike(await losses(arrangement, { rows: 8, updates: 3 }, optimizer, { xla: true }), alone(arrangement, 8, 3));
});

describe("in bfloat16", () => {
  const by = sgd(0.5, { momentum: 0.9 });
  const updates = 4;
  const exact = (arrangement: Arrangement) => alone(arrangement, 8, updates, by);
  const rounded = (arrangement: Arrangement) => alone(arrangement, 8, updates, by, "mixed_bfloat16");
  const learned = (losses: number[]) => losses[0] - losses[updates - 1];
  const furthest = (own: number[], others: number[]): number =>
    Math.max(...own.map((loss, update) => Math.abs(loss - others[update])));

  it.each(all ? every : [copies[0], zero[5], tensor[1], stages[1]])("%s", async (...arrangement) => {
    const own = await losses(arrangement, { rows: 8, updates }, by, { precision: "mixed_bfloat16" });
    const inFloat32 = exact(arrangement);
    // Devices add up in another order, and so round other numbers: a gradient changes by a percent or two (gpt-autocast.test.ts), and so
    // does what is learned of it.
    expect(furthest(own, rounded(arrangement))).toBeLessThan(0.03 * learned(inFloat32));
    expect(furthest(own, inFloat32)).toBeGreaterThan(1e-4);
  });

  it("one device learns as in float32", () => {
    const inFloat32 = exact(zero[0]);
    expect(furthest(rounded(zero[0]), inFloat32)).toBeLessThan(0.03 * learned(inFloat32));
    expect(learned(inFloat32)).toBeGreaterThan(0.1 * inFloat32[0]);
  });
});

describe("refuses in a line", () => {
  const place = (strategy: Strategy, of: GptOptions = sizes) => strategy.place(gpt(of));
  it.each<[string, () => unknown, string]>([
    ["heads", () => place(tensorParallel({ tensor: 3 })), "4 heads cannot be shared among 3 devices along tensor: make them a multiple of 3."],
    ["tokens", () => place(tensorParallel({ tensor: 4, sequence: true }), { ...sizes, context: 6 }), "6 tokens cannot be shared among 4 devices along tensor: make them a multiple of 4."],
    ["dropout", () => place(tensorParallel({ tensor: 2 }), { ...sizes, dropout: 0.1 }), "Devices that share layers cannot drop values: set the dropout to 0 instead of 0.1."],
    ["blocks", () => place(pipeline({ stages: 8, microbatches: 2 }), deep), "4 blocks cannot be cut into 8 stages: take at most 4."],
    ["stages", () => pipeline({ mesh: mesh({ stage: 2 }), stages: 3, microbatches: 2 }), "3 stages cannot be divided among 2 devices along stage: make them a multiple of 2."],
    ["microbatches", () => pipeline({ stages: 2, microbatches: 0 }), "There are 0 microbatches, but there must be a whole number from 1 to 65536."],
    ["more microbatches than a schedule may list", () => pipeline({ stages: 2, microbatches: 1_000_000_000 }), "There are 1000000000 microbatches, but there must be a whole number from 1 to 65536."],
    ["an axis", () => pipeline({ mesh: mesh({ data: 2 }), microbatches: 2 }), "The mesh has no axis stage: it has data."],
    ["no number of devices", () => tensorParallel({}), "Nothing says how many devices there are along the axis tensor: give tensor, or a mesh."],
    ["two numbers of devices", () => fullyShard({ mesh: mesh({ data: 2 }), devices: 4, zero: 1 }), "The mesh says where devices are, and was started with its own options: leave out devices."],
    ["an option beside a mesh", () => pipeline({ mesh: mesh({ stage: 2 }), microbatches: 2, device: "cpu" }), "started with its own options: leave out device."],
    ["parts of sums in 16 bits", () => fullyShard({ devices: 2, zero: 2, compression: "bfloat16" }), "at ZeRO stages 2 and 3 each gets its part: leave it out."],
    ["more stages than a schedule could list", () => place(pipeline({ mesh: mesh({ stage: 2 }), stages: 20_000, microbatches: 65_536 })), "2 blocks cannot be cut into 20000 stages"],
    ["an axis of layers", () => pipeline({ stages: 2, sequence: true, microbatches: 2 }), "The mesh has no axis tensor: it has stage."],
  ])("%s", (_, make, says) => {
    expect(make).toThrow(says);
  }); // prettier-ignore
});
