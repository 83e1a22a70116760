import { describe, expect, it } from "vitest";
import {
  allGather,
  allReduce,
  allToAll,
  mesh,
  placeAlong,
  receive,
  reduceScatter,
  send,
  type Mesh,
} from "../../lib/sharding";
import { configureTensorFlow, deviceNames, tf } from "../../lib/tensorflow";
import { disposedAfterEach } from "../disposed";

configureTensorFlow({ device: "cpu", logicalDevices: 14, intraOpThreads: 1, interOpThreads: 14 });
deviceNames(); // starts it

const keep = disposedAfterEach();

/** What every device of a mesh computes, on every device: each gathers the results of all along all axes. */
function everywhere(grid: Mesh, fn: (device: tf.Scalar) => tf.Tensor): number[][] {
  const step = grid.capture(
    (device: tf.Scalar) => {
      const all = [...grid.axes].reverse().reduce((x, along) => allGather(x, { along }), fn(device).expandDims(0));
      return all;
    },
    (place) => [tf.scalar(grid.axes.reduce((number, { name, size }) => number * size + place[name], 0))],
  );
  keep(step);
  return tf.tidy(() => {
    const all = step();
    return all.reshape<tf.Tensor2D>([grid.size, -1]).arraySync();
  });
}

const range = (count: number): number[] => [...Array(count).keys()];

describe("along the axes of a mesh of 2 x 3 devices", () => {
  const grid = mesh({ data: 2, tensor: 3 });
  const [data, tensor] = grid.axes;

  it("devices know their places", () => {
    expect(grid.coordinates).toEqual(range(6).map((device) => ({ data: Math.floor(device / 3), tensor: device % 3 })));
    const places = everywhere(grid, () => tf.stack([placeAlong(data), placeAlong(tensor)]).cast("float32"));
    expect(places).toEqual(range(6).map((device) => [Math.floor(device / 3), device % 3]));
  });

  it("sums are those of a group, several groups at a time, in any bucket", () => {
    const sums = everywhere(grid, (device) => {
      const power = tf.pow(tf.scalar(10), device);
      const [byData] = allReduce([power], { along: data });
      const [byTensor, twice] = allReduce([power, power.mul(2)], { along: tensor });
      return tf.stack([byData, byTensor, twice, ...allReduce([power])]);
    });
    const expected = range(6).map((device) => {
      const row = device < 3 ? 111 : 111_000;
      return [1001 * 10 ** (device % 3), row, 2 * row, 111_111];
    });
    expect(sums).toEqual(expected);
  });

  it("gathering puts the parts in the order of the places, in any dimension", () => {
    const part = (device: tf.Scalar) => tf.tensor2d([[0, 1], [2, 3]]).add(device.mul(10)); // prettier-ignore
    expect(everywhere(grid, (device) => allGather(part(device), { along: tensor }))[4]).toEqual([
      ...[30, 31, 32, 33],
      ...[40, 41, 42, 43],
      ...[50, 51, 52, 53],
    ]);
    expect(everywhere(grid, (device) => allGather(part(device), { along: data, dimension: 1 }))[4]).toEqual([
      ...[10, 11, 40, 41],
      ...[12, 13, 42, 43],
    ]);
    expect(everywhere(grid, (device) => allGather(device, { along: tensor }))[1]).toEqual([0, 1, 2]);
  });

  it("scattering sums gives each device its part, in any dimension", () => {
    const whole = (device: tf.Scalar) =>
      tf
        .range(0, 12)
        .reshape([2, 6])
        .mul(tf.pow(tf.scalar(100), device));
    const scattered = everywhere(grid, (device) => reduceScatter(whole(device), { along: tensor, dimension: 1 }));
    expect(scattered[2]).toEqual([4, 5, 10, 11].map((each) => 10_101 * each));
    const rows = everywhere(grid, (device) => reduceScatter(whole(device), { along: data }));
    expect(rows[0]).toEqual(range(6).map((each) => (1 + 100 ** 3) * each));
    expect(rows[3]).toEqual(range(6).map((each) => (1 + 100 ** 3) * (each + 6)));
  });

  it("all to all is a transposition", () => {
    const own = (device: tf.Scalar) => tf.range(0, 6).reshape([2, 3]).add(device.mul(10));
    const swapped = everywhere(grid, (device) => allToAll(own(device), { along: tensor, between: [1, 0] }));
    expect(swapped[1]).toEqual([1, 4, 11, 14, 21, 24]);
    expect(swapped[5]).toEqual([32, 35, 42, 45, 52, 55]);
  });

  it("what cannot be divided is refused in a line", () => {
    expect(() => everywhere(grid, () => reduceScatter(tf.ones([4]), { along: tensor }))).toThrow(
      "A dimension of 4 elements cannot be divided among 3 devices along tensor: make it a multiple of 3.",
    );
  });
});

it("devices in pairs send and receive, in both directions, recorded once for each stage", () => {
  const grid = mesh({ stage: 3, data: 2 });
  const along = grid.axis("stage");
  const step = grid.capture(
    (stage: number, own: tf.Scalar) => {
      const before = stage > 0 ? receive([2], { along, from: stage - 1, to: stage }) : tf.zeros([2]);
      const forward = before.add(own);
      if (stage < 2) send(forward, { along, from: stage, to: stage + 1 });
      const after = stage < 2 ? receive([2], { along, from: stage + 1, to: stage }) : forward;
      if (stage > 0) send(after.mul(2), { along, from: stage, to: stage - 1 });
      return allGather(after, { along: grid.axis("data") });
    },
    ({ stage, data }) => [stage, tf.scalar(10 ** stage * (1 + data))],
  );
  keep(step);
  // Forward 1 + 10 + 100, and back twice doubled; the second column of devices has twice the numbers.
  expect(Array.from(step().dataSync())).toEqual([444, 444, 888, 888]);
  expect(Array.from(step().dataSync())).toEqual([444, 444, 888, 888]);
});

describe.each([
  [12, "in two levels"],
  [13, "where there are no levels"],
])("along an axis of %i devices", (size, how) => {
  it(`sums are scattered, ${how}`, () => {
    const grid = mesh({ data: size });
    const [along] = grid.axes;
    const scattered = everywhere(grid, (device) => reduceScatter(tf.range(0, 2 * size).mul(device.add(1)), { along }));
    const sum = (size * (size + 1)) / 2;
    expect(scattered).toEqual(range(size).map((device) => [2 * device * sum, (2 * device + 1) * sum]));
  });
});

it("all to all works in two levels, and is refused where there are none", () => {
  const swap = (size: number) => {
    const grid = mesh({ data: size });
    const own = (device: tf.Scalar) => tf.range(0, size).add(device.mul(100));
    return everywhere(grid, (device) => allToAll(own(device), { along: grid.axes[0], between: [0, 0] }));
  };
  expect(swap(12)).toEqual(range(12).map((device) => range(12).map((from) => 100 * from + device)));
  expect(() => swap(13)).toThrow("13 devices along data cannot exchange all to all: take a number");
});

describe("a mesh", () => {
  it("refuses what is no mesh, in a line", () => {
    expect(() => mesh({ data: 256, tensor: 257 })).toThrow(
      "The mesh has 65792 devices, but may have 65536: shorten its axes.",
    );
    expect(() => mesh({ data: 0 })).toThrow("The axis data has 0 devices, but must have a whole number from 1.");
    expect(() => mesh({ data: 1.5 })).toThrow("The axis data has 1.5 devices");
    expect(() => mesh({ data: 15 })).toThrow("15 devices are asked for, but this process has 14 CPU devices");
    expect(() => mesh({ data: 2 }).axis("tensor")).toThrow("The mesh has no axis tensor: it has data.");
  });

  it("of one device exchanges with nobody", () => {
    const grid = mesh({ data: 1, tensor: 1 });
    const [along] = grid.axes;
    const step = grid.capture(
      (x: tf.Tensor1D) =>
        tf.stack([allGather(x, { along }), reduceScatter(x, { along }), ...allReduce([x], { along })]),
      () => [tf.tensor1d([1, 2])],
    );
    keep(step);
    expect(step().arraySync()).toEqual([[1, 2], [1, 2], [1, 2]]); // prettier-ignore
  });
});
