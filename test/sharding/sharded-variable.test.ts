import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { allReduce, mesh, replicate, shard, type Cut, type Mesh, type ShardedVariable } from "../../lib/sharding";
import { configureTensorFlow, descend, deviceNames, tf, valuesOn } from "../../lib/tensorflow";
import { readTensors, writeTensors } from "../../lib/training/tensor-file";
import { temporaryFolder } from "../temporary";

configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1, interOpThreads: 4 });
deviceNames(); // starts it

const made: { dispose(): void }[] = [];
afterEach(() => {
  made.splice(0).forEach((each) => each.dispose());
});

const value = (): tf.Tensor2D => tf.range(0, 24).reshape([4, 6]);
const whole = [...Array(24).keys()];
const keep = (variable: ShardedVariable): ShardedVariable => {
  made.push(variable);
  return variable;
};
const partsOf = (grid: Mesh, { part }: ShardedVariable): number[][] =>
  valuesOn(grid.devices, part).map((each) => Array.from(each.dataSync()));

const cases: [what: string, shape: Record<string, number>, cut: Record<string, number>, last: number[]][] = [
  ["rows", { data: 4 }, { data: 0 }, [18, 19, 20, 21, 22, 23]],
  [
    "columns of half of the devices",
    { data: 2, tensor: 2 },
    { tensor: 1 },
    [3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23],
  ],
  ["blocks", { data: 2, tensor: 2 }, { data: 0, tensor: 1 }, [15, 16, 17, 21, 22, 23]],
  ["rows, cut by two axes", { data: 2, tensor: 2 }, { tensor: 0, data: 0 }, [18, 19, 20, 21, 22, 23]],
  ["copies", { data: 2, tensor: 2 }, {}, whole],
];

describe.each(cases)("a tensor in %s", (_, shape, cut, last) => {
  const grid = mesh(shape);

  it("has its parts on the devices, and is whole from outside", async () => {
    const variable = keep(shard(grid, value(), cut));
    const parts = partsOf(grid, variable);
    expect(parts[3]).toEqual(last);
    expect(parts.map(({ length }) => length)).toEqual(parts.map(() => last.length));
    expect([variable.shape, variable.size, variable.dtype]).toEqual([[4, 6], 24, "float32"]);
    expect(Array.from(await variable.data())).toEqual(whole);
  });

  it("keeps what steps make of the parts, and what is assigned to the whole", async () => {
    const variable = keep(shard(grid, value(), cut));
    const step = grid.capture(
      () => {
        descend(variable.part, tf.scalar(0.5), variable.part.mul(2).sub(2));
        return tf.scalar(0);
      },
      () => [],
    );
    made.push(step);
    step();
    expect(Array.from(await variable.data())).toEqual(whole.map(() => 1));
    tf.tidy(() => {
      variable.assign(value().mul(10));
    });
    expect(Array.from(await variable.data())).toEqual(whole.map((each) => 10 * each));
    step();
    expect(Array.from(await variable.data())).toEqual(whole.map(() => 1));
  });
});

it("what one mesh has saved, any other loads, bit for bit", async () => {
  const [from, to] = [mesh({ data: 2, tensor: 2 }), mesh({ data: 4 })];
  const random = tf.randomNormal([4, 6], 0, 1, "float32", 5);
  const stored = keep(shard(from, random, { data: 0, tensor: 1 }));
  const file = join(temporaryFolder("sharded"), "weights.safetensors");
  const digest = await writeTensors(file, [{ name: "kernel", variable: stored }]);
  const cuts: Cut[] = [{ data: 0 }, {}];
  for (const cut of cuts) {
    const loaded = keep(shard(to, tf.zeros([4, 6]), cut));
    await readTensors(file, digest, [{ name: "kernel", variable: loaded }]);
    expect(await loaded.data()).toEqual(await random.data());
  }
  const plain = tf.variable(tf.zeros([4, 6]));
  await readTensors(file, digest, [{ name: "kernel", variable: plain }]);
  expect(await plain.data()).toEqual(await random.data());
});

it("a matrix product of parts is that of the whole: columns, then rows, and one sum", () => {
  const grid = mesh({ data: 2, tensor: 2 });
  const [first, second] = [tf.randomNormal([5, 8], 0, 1, "float32", 1), tf.randomNormal([8, 3], 0, 1, "float32", 2)];
  const [columns, rows] = [keep(shard(grid, first, { tensor: 1 })), keep(shard(grid, second, { tensor: 0 }))];
  const bias = keep(replicate(grid, tf.tensor1d([1, 2, 3])));
  const step = grid.capture(
    (x: tf.Tensor2D) => {
      const hidden = tf.relu(tf.matMul(x, columns.part as tf.Tensor2D));
      const [sum] = allReduce([tf.matMul(hidden, rows.part as tf.Tensor2D)], { along: grid.axis("tensor") });
      return tf.add(sum, bias.part);
    },
    (_, x: tf.Tensor2D) => [x],
  );
  made.push(step);
  const x = tf.randomNormal<tf.Rank.R2>([4, 5], 0, 1, "float32", 3);
  const dense = tf.add(tf.matMul(tf.relu(tf.matMul(x, first as tf.Tensor2D)), second as tf.Tensor2D), [1, 2, 3]);
  expect(tf.max(tf.abs(tf.sub(step(x), dense))).dataSync()[0]).toBeLessThan(1e-5);
});

it.each([
  [{ data: 0 }, "Dimension 0 of a tensor of shape [4, 6] cannot be cut into 3 parts along data"],
  [{ data: 2 }, "Dimension 2 of a tensor of shape [4, 6] cannot be cut into 3 parts along data"],
  [{ tensor: 0 }, "The mesh has no axis tensor: it has data."],
])("a cut into %j that is impossible is refused in a line", (cut, says) => {
  expect(() => shard(mesh({ data: 3 }), value(), cut)).toThrow(says);
});
