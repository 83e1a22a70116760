import { describe, expect, it } from "vitest";
import { readGraph } from "../../../bench/rehearsal/graph-def";
import { allReduce, capture, captureReplicas, configureTensorFlow, tf } from "../../../lib/tensorflow/engine";
import type { CollectiveGroup } from "../../../lib/tensorflow/engine";
import { disposedAfterEach } from "../../disposed";

configureTensorFlow({ device: "cpu", logicalDevices: 3, intraOpThreads: 1 });
const devices = ["/device:CPU:0", "/device:CPU:1", "/device:CPU:2"];

const keep = disposedAfterEach();

interface Chosen extends Partial<CollectiveGroup> {
  count?: number;
  name?: string;
  precision?: "mixed_bfloat16";
  split?: (all: tf.Tensor1D) => tf.Tensor[];
}

/** A step on several replicas, each of which has one number of the vector that the step is called with, or its part of a `split`. */
function replicas<R>(fn: (own: tf.Tensor) => R, { count = 3, name, precision, split, ...chosen }: Chosen = {}) {
  const some = devices.slice(0, count);
  const numbers = (all: tf.Tensor1D): tf.Tensor[] => tf.split(all, count).map((part) => part.asScalar());
  const parts = (all: tf.Tensor1D): [tf.Tensor][] => (split ?? numbers)(all).map((part) => [part]);
  const group: CollectiveGroup = { devices: some, collectives: "ring", bucketBytes: 0, ...chosen };
  return keep(captureReplicas(fn, parts, { name, devices: some, group, precision }));
}
const numbers = (tensor: tf.Tensor): number[] => Array.from(tensor.dataSync());

describe("allReduce", () => {
  it("outside of a step gives tensors of its own", () => {
    const x = tf.tensor1d([1, 2]);
    const [y] = allReduce([x]);
    x.dispose();
    expect(numbers(y)).toEqual([1, 2]);
    expect(allReduce([])).toEqual([]);
  });

  it("in a step on one device gives what it is given", () => {
    const step = keep(capture((x: tf.Tensor) => allReduce([x.mul(2), x])));
    expect(step(tf.tensor1d([1, 2])).map(numbers)).toEqual([[2, 4], [1, 2]]); // prettier-ignore
  });

  // Bytes: each by itself, some together, all together.
  it.each([0, 12, 1e6])("adds up tensors of any shape, in their order, in buckets of %i bytes", (bucketBytes) => {
    const step = replicas(
      (own) => {
        const square = tf.fill([2, 2], 10).mul(own);
        return allReduce([own, square, tf.ones([3]), square, tf.zeros([0]), own.reshape([1, 1, 1])]);
      },
      { bucketBytes },
    );
    const sums = step(tf.tensor1d([1, 2, 4]));
    expect(sums.map(({ shape }) => shape)).toEqual([[], [2, 2], [3], [2, 2], [0], [1, 1, 1]]);
    expect(sums.map(numbers)).toEqual([...[[7], [70, 70, 70, 70], [3, 3, 3]], ...[[70, 70, 70, 70], [], [7]]]);
  });

  // Twenty tensors of 400 bytes: a tenth of them are two.
  it.each([
    ["within the limits", 4000, 0, 10],
    ["not above the largest", 400, 0, 20],
    ["not below the smallest", 1e6, 2000, 4],
    ["as large as was chosen", 1e6, undefined, 1],
  ])("puts a tenth of the bytes into a bucket, %s", (_, bucketBytes, smallestBucketBytes, expected) => {
    const chosen = { count: 2, bucketBytes, smallestBucketBytes, split: (x: tf.Tensor) => [x, x] };
    const step = replicas((x) => allReduce(Array.from({ length: 20 }, (_, n) => x.mul(n))), chosen);
    expect(step(tf.ones([100])).map((sum) => numbers(sum)[99])).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n));
    expect(readGraph(step.definitions[0]).filter(({ op }) => op === "CollectiveReduce")).toHaveLength(2 * expected);
  });

  it("can be called several times in one step, on its own results", () => {
    const step = replicas((own) => {
      const [sum] = allReduce([own]);
      const [again] = allReduce([sum.add(own)]);
      return [again];
    });
    // Each has 7 + its own, which is 28 in all.
    expect(numbers(step(tf.tensor1d([1, 2, 4]))[0])).toEqual([28]);
    expect(numbers(step(tf.tensor1d([1, 1, 1]))[0])).toEqual([12]);
    expect(step.captures).toBe(1);
  });

  it("adds up tensors that are one and the same on some replicas only", () => {
    const split = (x: tf.Tensor1D) => [x, x.slice(2)]; // of two shapes: two recordings
    const step = replicas(
      (x) => {
        const [first, zeros] = [x.slice(0, 1), tf.zeros([1])];
        return x.size === 1 ? allReduce([zeros, zeros, first]) : allReduce([first, x.slice(1, 1), zeros]);
      },
      { count: 2, split, bucketBytes: 100 },
    );
    expect(step(tf.tensor1d([1, 2, 4])).map(numbers)).toEqual([[1], [2], [4]]);
  });

  it("of one replica gives what it is given", () => {
    const step = replicas((own) => allReduce([own, own.add(1)]), { count: 1 });
    expect(step(tf.tensor1d([5])).map(numbers)).toEqual([[5], [6]]);
  });

  it("of groups of different sizes does not mix them up", () => {
    const sizes = [3, 2, 3].map((count) => replicas((own) => allReduce([own]), { count }));
    expect(numbers(sizes[0](tf.tensor1d([1, 2, 4]))[0])).toEqual([7]);
    expect(numbers(sizes[1](tf.tensor1d([1, 2]))[0])).toEqual([3]);
    expect(numbers(sizes[2](tf.tensor1d([1, 2, 4]))[0])).toEqual([7]);
    expect(numbers(sizes[0](tf.tensor1d([1, 1, 1]))[0])).toEqual([3]);
  });
});

describe("a step on several replicas", () => {
  it("returns what the first one does", () => {
    const step = replicas((own) => ({ own, all: allReduce([own])[0] }));
    const { own, all } = step(tf.tensor1d([1, 2, 4]));
    expect([own, all].map(numbers)).toEqual([[1], [7]]);
  });

  // Mixed precision has TensorFlow optimise the graph, which takes out what no output needs.
  it.each(["mixed_bfloat16", undefined] as const)("adds up what only the first one returns, %s", (precision) => {
    const step = replicas(
      (own) => {
        allReduce([own.square()]); // for nobody
        return allReduce([own]);
      },
      { precision },
    );
    expect(numbers(step(tf.tensor1d([1, 2, 4]))[0])).toEqual([7]);
  });

  it("assigns the same variables on all of them", () => {
    const [a, b] = [tf.variable(tf.scalar(0)), tf.variable(tf.scalar(0))];
    let count = 0;
    const split = (x: tf.Tensor1D) => [x.slice(0, 2), x.slice(2)]; // of two shapes: two recordings
    const step = replicas(
      (x) => {
        (count++ === 0 ? a : b).assign(tf.sum<tf.Scalar>(x));
        return [x.sum()];
      },
      { name: "uneven", count: 2, split },
    );
    expect(() => step(tf.tensor1d([1, 2, 3]))).toThrow(
      /^uneven assigns .* on replica 0 or 1 only: assign the same variables on all\.$/,
    );
  });

  it("makes no second graph at its second call, when variables have been assigned", () => {
    const weight = tf.variable(tf.scalar(1));
    const step = replicas((own) => {
      const [sum] = allReduce([own]);
      weight.assign(weight.add(sum));
      return [weight.mul(1)];
    });
    for (const expected of [4, 7, 10]) {
      expect(numbers(step(tf.tensor1d([1, 1, 1]))[0])).toEqual([expected]);
      expect(numbers(weight)).toEqual([expected]);
    }
    weight.assign(tf.scalar(100));
    expect(numbers(step(tf.tensor1d([1, 1, 1]))[0])).toEqual([103]);
    expect(step.captures).toBe(1);
  });
});
