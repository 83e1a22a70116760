import { afterEach, describe, expect, it, vi } from "vitest";
import { computedType, readGraph } from "../../../bench/rehearsal/graph-def";
import { capture, TensorSpec, tf } from "../../../lib/tensorflow";
import {
  batchNormTraining,
  biasAdd,
  conv2d,
  matMul,
  relu,
  sparseSoftmaxCrossEntropy,
} from "../../../lib/tensorflow/ops";
import { disposedAfterEach } from "../../disposed";
import { leastPeak } from "../../least-peak";

vi.mock("../../../lib/tensorflow/processor", () => ({ lacksSixteenBits: () => false })); // bfloat16 is slow without the instructions, not wrong

const keep = disposedAfterEach();
afterEach(() => tf.disposeVariables());
/** Captures for one test. */
const step: typeof capture = (fn, options) => keep(capture(fn, options));

/** A small network with what the large ones are made of, and one SGD step of it. */
function network() {
  const kernel = tf.variable(tf.randomNormal([3, 3, 3, 8], 0, 0.2, "float32", 1));
  const bias = tf.variable(tf.zeros([8]));
  const [gamma, beta, moving] = [tf.ones([8]), tf.zeros([8]), tf.zeros([8])].map((value) => tf.variable(value));
  const dense = tf.variable(tf.randomNormal([8, 5], 0, 0.2, "float32", 2));
  const trained = [kernel, bias, gamma, beta, dense];
  const train = (images: tf.Tensor4D, labels: tf.Tensor1D, rate: tf.Scalar): { loss: tf.Scalar } =>
    tf.tidy(() => {
      const { value, grads } = tf.variableGrads(() => {
        const y = biasAdd(conv2d(images, kernel as tf.Variable<tf.Rank.R4>, { padding: 1 }), bias as never);
        const { y: normal, mean } = batchNormTraining(y, gamma as never, beta as never, { epsilon: 1e-3 });
        moving.assign(moving.mul(0.9).add(mean.mul(0.1)));
        const pooled = tf.mean<tf.Tensor2D>(tf.maxPool(relu(normal), 2, 2, "valid"), [1, 2]);
        return tf.mean<tf.Scalar>(sparseSoftmaxCrossEntropy(tf.matMul(pooled, dense), labels));
      }, trained);
      trained.forEach((variable) => variable.assign(variable.sub(grads[variable.name].mul(rate))));
      return { loss: value };
    });
  return { variables: [...trained, moving], train };
}

/** A batch of noise, [n, 8, 8, 3]. */
function batch(n: number, seed: number): [tf.Tensor4D, tf.Tensor1D, tf.Scalar] {
  return [
    tf.randomNormal([n, 8, 8, 3], 0, 1, "float32", seed),
    tf.randomUniform<tf.Rank.R1>([n], 0, 5, "int32", seed),
    tf.scalar(0.1),
  ];
}

/** The largest difference relative to the largest value; the bias before BatchNorm is truly 0, so small ones count as 0.01. */
function difference(a: tf.Tensor, b: tf.Tensor): number {
  return tf.tidy(() => a.sub(b).abs().max().div(b.abs().max().maximum(0.01)).dataSync()[0]);
}

describe("a captured step", () => {
  it("gives what the eager one gives, for several steps and batch sizes", () => {
    const { variables, train } = network();
    const initial = variables.map((variable) => variable.clone());
    const batches = [batch(6, 1), batch(6, 2), batch(4, 3), batch(6, 4)];
    const eager = batches.map((each) => train(...each).loss);
    const wanted = variables.map((variable) => variable.clone());
    variables.forEach((variable, index) => variable.assign(initial[index]));
    const fast = step(train);
    const losses = batches.map((each) => fast(...each).loss);
    losses.forEach((loss, index) => expect(difference(loss, eager[index])).toBeLessThan(1e-5));
    variables.forEach((variable, index) => expect(difference(variable, wanted[index])).toBeLessThan(1e-5));
    expect(fast.captures).toBe(2); // one a batch size
    expect(fast.captureSeconds).toBeGreaterThan(0);
  });

  it("keeps the structure of arguments and results", () => {
    const fast = step(({ a, list }: { a: tf.Tensor; list: tf.Tensor[] }, factor: number) => ({
      sum: a.add(list[0]),
      rest: [list[1].mul(factor), a],
    }));
    const { sum, rest } = fast({ a: tf.scalar(1), list: [tf.scalar(2), tf.scalar(3)] }, 10);
    expect([sum, ...rest].map((tensor) => tensor.dataSync()[0])).toEqual([3, 30, 1]);
    expect(fast({ a: tf.scalar(1), list: [tf.scalar(2), tf.scalar(3)] }, 100).rest[0].dataSync()[0]).toBe(300);
    expect(fast.captures).toBe(2);
  });

  it("reads variables at every call, also when others assign them", () => {
    const x = tf.variable(tf.scalar(2));
    const square = step(() => x.square());
    expect(square().dataSync()[0]).toBe(4);
    x.assign(tf.scalar(5));
    expect(square().dataSync()[0]).toBe(25);
  });

  it("tells apart variables that were made of one tensor", () => {
    const zero = tf.scalar(0);
    const [a, b] = [tf.variable(zero), tf.variable(zero)];
    const count = step(() => {
      a.assign(a.add(1));
      return b.clone();
    });
    expect([count(), count(), a, b].map((tensor) => tensor.dataSync()[0])).toEqual([0, 0, 2, 0]);
  });

  it("is a part of the step that calls it", () => {
    const inner = step((x: tf.Tensor) => x.mul(2));
    const outer = step((x: tf.Tensor) => inner(x).add(1));
    expect(outer(tf.scalar(3)).dataSync()[0]).toBe(7);
    expect(inner.captures).toBe(0);
  });

  it("lets tfjs's own optimizers make their variables at the first step", () => {
    const x = tf.variable(tf.scalar(1));
    const wanted = tf.variable(tf.scalar(1));
    const [fast, eager] = [x, wanted].map((variable) => {
      const optimizer = tf.train.momentum(0.1, 0.9);
      return () => optimizer.minimize(() => variable.square(), true, [variable]) as tf.Scalar;
    });
    const quick = step(fast);
    for (let i = 0; i < 5; i++) {
      quick();
      eager();
    }
    expect(x.dataSync()[0]).toBeCloseTo(wanted.dataSync()[0], 5);
    expect(quick.captures).toBe(1);
  });

  it("gathers by an index without reading it", () => {
    const fast = step((x: tf.Tensor2D, index: tf.Tensor1D) => tf.gather(x, index));
    const rows = fast(tf.tensor2d([[1, 2], [3, 4]]), tf.tensor1d([1, 1, 0], "int32")); // prettier-ignore
    expect(Array.from(rows.dataSync())).toEqual([3, 4, 3, 4, 1, 2]);
  });

  it("holds its memory and its tensors over 300 steps", async () => {
    const { train } = network();
    const fast = step(train);
    const given = batch(16, 1);
    const run = (): void => fast(...given).loss.dispose();
    for (let i = 0; i < 100; i++) run();
    const { numTensors } = tf.memory();
    const most = 24 * 2 ** 20;
    // Garbage and the pages of threads let a process grow at times: what leaks lets it grow each time.
    const growth = await leastPeak(() => {
      const resident = process.memoryUsage.rss();
      for (let i = 0; i < 300; i++) run();
      return { peak: process.memoryUsage.rss() - resident };
    }, most, 5); // prettier-ignore
    expect(tf.memory().numTensors).toBe(numTensors);
    expect(growth.peak).toBeLessThan(most);
  });

  it("leaves nothing behind when its function throws", () => {
    const x = tf.variable(tf.scalar(1));
    const before = tf.memory().numTensors;
    const fast = step(() => {
      x.assign(x.add(1));
      throw new Error("no such luck");
    });
    expect(() => fast()).toThrow("no such luck");
    expect(tf.memory().numTensors).toBe(before);
    expect(x.dataSync()[0]).toBe(1);
    expect(tf.scalar(2).add(tf.scalar(2)).dataSync()[0]).toBe(4);
  });
});

describe("mixed precision", () => {
  // What is left of a float32 number when it passes through bfloat16: its upper 16 bits, rounded.
  const survives = (value: number): boolean => (new Uint32Array(Float32Array.of(value).buffer)[0] & 0xffff) === 0;

  it("keeps the weights and their updates in float32", () => {
    const { variables, train } = network();
    const fast = step(train, { precision: "mixed_bfloat16" });
    const [images, labels] = batch(16, 3);
    for (let i = 0; i < 3; i++) fast(images, labels, tf.scalar(0.01));
    for (const variable of [variables[0], variables[4]]) {
      const rounded = Array.from(variable.dataSync()).filter(survives);
      expect(rounded.length / variable.size).toBeLessThan(0.05);
    }
  });

  it("computes products and what lies between them in 16 bits, the rest in float32, and casts each tensor once", () => {
    const weight = tf.variable(tf.randomNormal<tf.Rank.R2>([8, 8], 0, 1, "float32", 1));
    const half = step(
      () => {
        const layer = (y: tf.Tensor2D) => relu(biasAdd(matMul(y, weight), tf.ones([8])));
        return tf.sum(layer(layer(tf.ones([4, 8]))));
      },
      { precision: "mixed_float16" },
    );
    half();
    const types = readGraph(half.definitions[0]).map((node) => `${node.op} ${computedType(node)}`);
    const count = (op: string) => types.filter((each) => each.startsWith(`${op} `));
    expect(["MatMul", "BiasAdd", "Relu"].flatMap(count)).toEqual(
      ["MatMul", "BiasAdd", "Relu"].flatMap((op) => [`${op} float16`, `${op} float16`]),
    );
    expect(count("Sum")).toEqual(["Sum float32"]);
    expect(count("Cast")).toHaveLength(4); // the images, the weight, the bias, and the sum's input
  });

  it("does not lose updates that are small beside their weight", () => {
    const weight = tf.variable(tf.fill([64, 64], 1));
    const fast = step(
      (x: tf.Tensor2D) => {
        const { grads } = tf.variableGrads(() => tf.mean<tf.Scalar>(tf.matMul(x, weight as never)).mul(0.05), [weight]);
        weight.assign(weight.sub(grads[weight.name]));
      },
      { precision: "mixed_bfloat16" },
    );
    for (let i = 0; i < 10; i++) fast(tf.ones([64, 64]));
    // Every weight's gradient is 0.05 * 64 / 4096; in bfloat16, 1 less than 1/512 is 1.
    expect(weight.dataSync()[0]).toBeCloseTo(1 - (10 * 0.05) / 64, 4);
  });
});

describe("the memory that a step needs", () => {
  it("is known once it is prepared, and the graph is then there", () => {
    const { train } = network();
    const fast = step(train);
    const given = batch(8, 1);
    const memory = fast.prepare(...given);
    expect(memory).toEqual(fast.estimateMemory(...given));
    expect(fast.captures).toBe(1);
    fast(...given);
    expect(fast.captures).toBe(1);
  });

  it("grows with the batch and is known without computing", () => {
    const { train } = network();
    const fast = step(train);
    const of = (n: number) =>
      fast.estimateMemory(new TensorSpec([n, 8, 8, 3]), new TensorSpec([n], "int32"), new TensorSpec([]));
    const [small, large] = [of(8), of(1024)];
    expect(fast.captures).toBe(0);
    expect(large.held).toBe(small.held);
    expect(large.arguments).toBe(1024 * (8 * 8 * 3 + 1) * 4 + 4);
    // At least the convolution's, the normalised and the rectified activations live at once.
    expect(large.computed).toBeGreaterThan(2 * 1024 * 8 * 8 * 8 * 4);
    expect(large.computed).toBeLessThan(8 * 1024 * 8 * 8 * 8 * 4);
  });
});
