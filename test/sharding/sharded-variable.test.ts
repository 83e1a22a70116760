import "../four-devices";
import { describe, expect, it } from "vitest";
import { mesh, shard, type Mesh, type ShardedVariable } from "../../lib/sharding";
import { descend, tf, valuesOn } from "../../lib/tensorflow/engine";
import { disposedAfterEach } from "../disposed";

const keep = disposedAfterEach();

const value = (): tf.Tensor2D => tf.range(0, 24).reshape([4, 6]);
const whole = [...Array(24).keys()];
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
    const towardsOne = () => {
      descend([variable.part], tf.scalar(0.5), [variable.part.mul(2).sub(2)]);
      return tf.scalar(0);
    };
    const step = keep(grid.capture(towardsOne, () => []));
    step();
    expect(Array.from(await variable.data())).toEqual(whole.map(() => 1));
    tf.tidy(() => variable.assign(value().mul(10)));
    expect(Array.from(await variable.data())).toEqual(whole.map((each) => 10 * each));
    step();
    expect(Array.from(await variable.data())).toEqual(whole.map(() => 1));
  });
});

it.each([
  [{ data: 0 }, "Dimension 0 of a tensor of shape [4, 6] cannot be cut into 3 parts along data"],
  [{ data: 2 }, "Dimension 2 of a tensor of shape [4, 6] cannot be cut into 3 parts along data"],
  [{ tensor: 0 }, "The mesh has no axis tensor: it has data."],
])("a cut into %j that is impossible is refused in a line", (cut, says) => {
  expect(() => shard(mesh({ data: 3 }), value(), cut)).toThrow(says);
});
