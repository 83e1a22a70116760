import { afterEach, describe, expect, it } from "vitest";
import { readGraph } from "../../../bench/rehearsal/graph-def";
import {
  allReduce,
  capture,
  captureReplicas,
  configureTensorFlow,
  descend,
  descendWithMomentum,
  nativeOp,
  setRandomSeed,
  tf,
} from "../../../lib/tensorflow/engine";
import { xlaError } from "../../../lib/tensorflow/capture/xla";
import { batchNormTraining, subsample } from "../../../lib/tensorflow/ops";

configureTensorFlow({ device: "cpu", logicalDevices: 2 });

afterEach(() => tf.disposeVariables());

/** What a step returns without XLA, and with it. */
function both(
  fn: (...args: tf.Tensor[]) => tf.Tensor[],
  ...args: tf.Tensor[]
): [plain: number[][], compiled: number[][]] {
  const results = [false, true].map((xla) => {
    setRandomSeed(7, 3);
    const step = capture(fn, { name: "compiled", xla });
    const values = tf.tidy(() => step(...args).map((tensor) => [...tensor.dataSync()]));
    step.dispose();
    return values;
  });
  return results as [number[][], number[][]];
}

/** The largest difference, as a share of the largest value. */
function difference(a: number[], b: number[]): number {
  const largest = Math.max(...a.map(Math.abs));
  return Math.max(...a.map((value, index) => Math.abs(value - b[index]))) / largest;
}

describe("a step that XLA compiles", () => {
  it("reads variables and updates them in place, call by call, also when others assign them between", () => {
    const [weight, velocity, count] = [tf.tensor1d([1, 2, 3]), tf.zeros([3]), tf.scalar(0)].map((value) =>
      tf.variable(value),
    );
    const run = (xla: boolean): number[][] => {
      weight.assign(tf.tensor1d([1, 2, 3]));
      velocity.assign(tf.zeros([3]));
      count.assign(tf.scalar(0));
      const step = capture(
        (rate: tf.Scalar) => {
          const old = weight.clone();
          descendWithMomentum({ variables: [weight], velocities: [velocity] }, [weight.square()], rate, 0.5);
          count.assign(count.add(1));
          return [old, weight.clone()];
        },
        { xla },
      );
      const results = [0.1, 0.2].map((rate) => step(tf.scalar(rate)));
      weight.assign(tf.tensor1d([5, 0, -5]));
      results.push(step(tf.scalar(0.1)));
      const all = [...results.flat(), weight, velocity, count].map((tensor) => [...tensor.dataSync()]);
      expect(step.captures).toBe(1);
      step.dispose();
      return all;
    };
    const [plain, compiled] = [run(false), run(true)];
    plain.forEach((values, index) => values.forEach((value, at) => expect(compiled[index][at]).toBeCloseTo(value, 5)));
    expect(compiled.at(-1)).toEqual([3]);
  });

  it("runs although it returns nothing", () => {
    const count = tf.variable(tf.scalar(0));
    const step = capture(() => void count.assign(count.add(1)), { xla: true });
    step();
    step();
    expect(count.dataSync()[0]).toBe(2);
    step.dispose();
  });

  it("draws the same uniform numbers and the same dropout, whatever the seed and the stream", () => {
    const [plain, compiled] = both(() => [
      ...Array.from({ length: 6 }, (_, index) => tf.randomUniform([index + 1])),
      tf.randomUniform([7], -3, 5),
      tf.randomUniform([50], 0, 100, "int32"),
      tf.dropout(tf.ones([6, 1, 1, 1]), 0.5),
    ]);
    expect(compiled).toEqual(plain);
  });

  it("takes every second pixel, and spreads its gradient", () => {
    const x = tf.randomNormal<tf.Rank.R4>([2, 5, 4, 3], 0, 1, "float32", 1);
    const [plain, compiled] = both(() => {
      const pixels = (images: tf.Tensor) => subsample(images as tf.Tensor4D, 2);
      return [pixels(x), tf.grad((images) => pixels(images).square().sum())(x)];
    });
    expect(compiled).toEqual(plain);
  });

  it.each([0, 10, 1000])("normalises channels whose mean is %i times their deviation as TensorFlow does", (ratio) => {
    const x = tf.randomNormal<tf.Rank.R4>([4, 8, 8, 5], ratio, 1, "float32", 1);
    const [gamma, beta] = [tf.ones<tf.Rank.R1>([5]), tf.zeros<tf.Rank.R1>([5])];
    const factor = tf.randomNormal([4, 8, 8, 5], 0, 1, "float32", 2);
    const [plain, compiled] = both(() => {
      const gradients = tf.grads((...args) => {
        const { y } = batchNormTraining(...(args as [tf.Tensor4D, tf.Tensor1D, tf.Tensor1D]), { epsilon: 1e-3 });
        return y.mul(factor).sum();
      })([x, gamma, beta]);
      const { y, mean, variance } = batchNormTraining(x, gamma, beta, { epsilon: 1e-3 });
      return [y, mean, variance, ...gradients];
    });
    plain.forEach((values, index) => expect(difference(values, compiled[index])).toBeLessThan(1e-4));
  });
});

describe("between collectives", () => {
  const devices = ["/device:CPU:0", "/device:CPU:1"];
  const group = { devices, collectives: "ring" as const, bucketBytes: 0 };
  const replicas = (fn: (x: tf.Tensor) => tf.Tensor[], xla: boolean) =>
    captureReplicas(fn, (...parts: tf.Tensor[]) => parts.map((part): [tf.Tensor] => [part]), { devices, group, xla });

  it("steps read, change and read variables again in the order in which they do so without XLA", () => {
    const [weight, count] = [tf.variable(tf.tensor1d([1, 2])), tf.variable(tf.scalar(0))];
    const run = (xla: boolean): number[][] => {
      weight.assign(tf.tensor1d([1, 2]));
      count.assign(tf.scalar(0));
      const step = replicas((x) => {
        const old = weight.clone();
        count.assign(count.add(1)); // before any exchange
        const [sum] = allReduce([x.mul(weight)]);
        descend([weight], tf.scalar(0.1), [sum]); // between two
        const [second] = allReduce([weight.mul(count)]);
        return [old, weight.clone(), second, count.clone(), tf.scalar(7)];
      }, xla);
      const results = [1, 2].flatMap((x) => step(tf.tensor1d([x, x]), tf.tensor1d([3, 4])));
      const all = [...results, weight, count].map((tensor) => [...tensor.dataSync()]);
      step.dispose();
      return all;
    };
    const plain = run(false);
    expect(plain[2][0]).toBeCloseTo(2 * (1 - 0.1 * 4), 5);
    expect(run(true)).toEqual(plain);
  });

  it("each part is one function, and what lies between keeps its order and names", () => {
    const step = replicas(
      (x) => allReduce(allReduce([x.mul(2)]).map((sum) => sum.mul(3))).map((sum) => sum.mul(5)),
      true,
    );
    expect([...step(tf.tensor1d([1]), tf.tensor1d([2]))[0].dataSync()]).toEqual([2 * 3 * 2 * 3 * 5]);
    const ops = readGraph(step.definitions[0]).map(({ name, op }) => `${name} ${op}`);
    for (const replica of ["replica_0", "replica_1"]) {
      const own = ops.filter((each) => each.startsWith(`${replica}/`) && !each.includes("Placeholder"));
      const parts = [0, 1, 2].map((part) => `${replica}/part_${part} StatefulPartitionedCall`);
      const sums = [0, 1].map((bucket) => `${replica}/all_reduce/bucket_${bucket} CollectiveReduce`);
      expect(own.sort()).toEqual([...sums, ...parts]);
    }
    step.dispose();
  });
});

describe("what XLA cannot compile", () => {
  it("is one line that names the op and the remedy", () => {
    const step = capture(() => tf.randomGamma([4], 2), { name: "drawing", xla: true });
    expect(step).toThrow(
      /^XLA cannot compile drawing_\d+: it has no kernel for StatelessRandomGammaV2\. Instead, train without XLA \(leave out --xla, or xla: true\), or compute that part outside of the step\.$/,
    );
    step.dispose();
  });

  it("is an axis drawn at random, too", () => {
    const axis = () => tf.randomUniform([1], 0, 2, "int32");
    const step = capture(() => nativeOp("ReverseV2", {}, [tf.ones([2, 3]), axis()])[0], { xla: true });
    expect(step).toThrow(/a shape or an axis of ReverseV2 depends on values\. Instead, train without/);
    step.dispose();
  });

  it("is what needs CUDA's compiler where there is none; other errors stay as they are", () => {
    const missing = new Error("INTERNAL: libdevice not found at ./libdevice.10.bc");
    expect(xlaError("step_0", missing).message).toMatch(
      /does not find CUDA's compiler .* remove \.workbook.*, or name/,
    );
    const other = new Error("Incompatible shapes: [2] vs. [3]");
    expect(xlaError("step_0", other)).toBe(other);
  });
});
