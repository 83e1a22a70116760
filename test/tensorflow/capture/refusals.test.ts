import { randomBytes } from "node:crypto";
import { hrtime } from "node:process";
import { sample } from "simple-statistics";
import { afterEach, describe, expect, it, vi } from "vitest";
import { capture, nativeOp, TensorSpec, tf } from "../../../lib/tensorflow";
import { disposedAfterEach } from "../../disposed";

const keep = disposedAfterEach();
afterEach(() => tf.disposeVariables());
/** Captures for one test. */
const step: typeof capture = (fn, options) => keep(capture(fn, options));

describe("what cannot be captured is refused", () => {
  const x = (): tf.Tensor => tf.tensor1d([1, -2]);
  it.each<[string, (given: tf.Tensor) => unknown, RegExp]>([
    ["a branch on data", (given) => (given.sum().dataSync()[0] > 0 ? given : given.neg()), /result of Sum was read/],
    ["reading later", (given) => given.square().data(), /is asynchronous/],
    ["a result without a fixed shape", (given) => nativeOp("Unique", {}, [given], 2), /Unique cannot be captured/],
    ["a number as result", (given) => ({ y: given, n: 3 }), /returns 3/],
    ["JavaScript's random numbers", (given) => given.mul(Math.random()), /Math\.random/],
    [
      "another package's random numbers",
      (given) => given.mul(sample([1, 2], 1, undefined as never)[0]),
      /Math\.random/,
    ],
    ["bytes of a generator", (given) => given.mul(randomBytes(1)[0]), /crypto\.randomBytes.*tf\.randomUniform/],
    ["a random number of the web's", (given) => given.mul(crypto.getRandomValues(new Uint8Array(1))[0]), /getRandomV/],
    ["the time", (given) => given.add(Date.now()), /Date\.now\(\) was called .* as an argument/],
    ["the time as a callback", (given) => given.add([0].map(Date.now)[0]), /Date\.now/],
    ["a date", (given) => given.add(new Date().getSeconds()), /new Date\(\) was/],
    ["a class of dates", (given) => given.add(new (class extends Date {})().getHours()), /new Date\(\) was/],
    ["a stopwatch", (given) => given.add(performance.now()), /performance\.now/],
    ["a fine stopwatch", (given) => given.add(Number(process.hrtime.bigint())), /hrtime\.bigint/],
    ["a stopwatch by its own name", (given) => given.add(hrtime()[1]), /process\.hrtime/],
    ["TensorFlow.js's stopwatch", (given) => given.add(tf.util.now()), /process\.hrtime/],
    [
      "a result that is gone",
      (given) => {
        const result = given.neg();
        result.dispose();
        return result;
      },
      /shape \[2\] .* disposed/,
    ],
    ["tf.rand", (given) => given.mul(tf.rand([2], () => 1)), /tf\.rand\(\) cannot be captured/],
    ["an unknown op", (given) => nativeOp("NoSuchOp", {}, [given]), /NoSuchOp/],
    [
      "wrong shapes",
      (given) => tf.matMul(given.reshape([1, 2]), given.reshape([1, 2])),
      /MatMulV2: Dimensions must be equal/,
    ],
  ])("%s", (_, fn, message) => {
    expect(() => step(fn)(x())).toThrow(message);
  });

  it("but not what keeps no value: fixed dates, prints; and the clocks go on afterwards", () => {
    const clocks = [Math.random, Date, Date.now, process.hrtime, crypto.randomUUID];
    const timed = step((given: tf.Tensor) => {
      console.timeEnd("a step");
      return given.add(new Date(3).getTime());
    });
    vi.spyOn(console, "timeEnd").mockImplementation(() => undefined);
    expect(timed(x()).dataSync()[0]).toBe(4);
    expect([Math.random, Date, Date.now, process.hrtime, crypto.randomUUID]).toEqual(clocks);
    expect(Object.hasOwn(performance, "now")).toBe(false);
  });

  const gone = (): tf.Tensor => {
    const tensor = x();
    tensor.dispose();
    return tensor;
  };
  it.each<[string, () => unknown, RegExp]>([
    ["a tensor that is gone", gone, /shape \[2\] .* disposed: keep it/],
    ["one in an object", () => ({ a: [x(), gone()] }), /disposed/],
    ["nothing", () => undefined, /reading 'neg'.*was given undefined: does it take a tensor/],
    ["an array", () => [1, 2], /neg is not a function.*was given \[ 1, 2 \]/],
    ["an array of floats", () => new Float32Array(2), /a Float32Array, which a graph would freeze.*tf\.tensor/],
    ["a map", () => new Map([["rate", 1]]), /a Map/],
    ["a date", () => new Date(1), /a Date/],
    ["a promise", () => Promise.resolve(x()), /a Promise/],
    ["a function", () => () => 1, /a function/],
    [
      "an object in itself",
      () => {
        const o: Record<string, unknown> = {};
        return (o.o = o);
      },
      /holds itself/,
    ],
    ["a shape that is none", () => new TensorSpec([NaN]), /whole numbers from 0, not \[ NaN \]/],
  ])("%s as an argument", (_, argument, message) => {
    expect(() => step((given: unknown) => (given as tf.Tensor).neg())(argument())).toThrow(message);
  });

  it("a tensor that is gone when the second call has it, or the step closes over it", () => {
    const fast = step((given: tf.Tensor) => given.neg());
    fast(x());
    expect(() => fast(gone())).toThrow(/disposed/);
    const lost = gone();
    expect(() => step((given: tf.Tensor) => given.add(lost))(x())).toThrow(/disposed/);
  });

  it.each<[string, unknown[], unknown[]]>([
    ["0 and -0", [0], [-0]],
    ["a hole and none", [[1]], [Object.assign([], { 1: 1 })]],
    ["texts with spaces", ["1", "2"], ["1 string 2"]],
    ["fields with colons", [{ a: 1, b: 2 }], [{ "a: number 1 b": 2 }]],
  ])("arguments that look alike have graphs of their own: %s", (_, one, other) => {
    const fast = step((given: tf.Tensor, ..._rest: unknown[]) => given.neg());
    fast(x(), ...one);
    fast(x(), ...other);
    expect(fast.captures).toBe(2);
  });

  it("a value from outside that is read", () => {
    const outside = tf.variable(tf.scalar(1));
    expect(() => step((given: tf.Tensor) => given.mul(outside.dataSync()[0]))(x())).toThrow(/from outside was read/);
  });

  it("a tensor from outside that is gone", () => {
    const rate = tf.scalar(2);
    const fast = step((given: tf.Tensor) => given.mul(rate));
    expect(fast(x()).dataSync()[0]).toBe(2);
    rate.dispose();
    expect(() => fast(x())).toThrow(/disposed or replaced/);
  });

  it("a variable that is gone", () => {
    const scale = tf.variable(tf.scalar(2), true, "scale");
    const fast = step((given: tf.Tensor) => given.mul(scale));
    fast(x());
    scale.dispose();
    expect(() => fast(x())).toThrow(/variable scale, which has been disposed/);
  });

  it("a tensor kept from another recording", () => {
    let kept: tf.Tensor = tf.scalar(0);
    step((given: tf.Tensor) => (kept = tf.keep(given.mul(2))))(x());
    expect(() => step((given: tf.Tensor) => given.neg())(kept)).toThrow(/kept and used in another/);
    expect(() => step((given: tf.Tensor) => given.add(kept))(x())).toThrow(/kept and used in another/);
  });

  it("a number that changes at every call", () => {
    const fast = step((given: tf.Tensor, rate: number) => given.mul(rate));
    expect(() => {
      for (let i = 0; i < 100; i++) fast(x(), i);
    }).toThrow(/captured 32 times.*tf\.scalar/);
  });

  it("in check mode, a constant that differs from call to call, with the op that reads it", () => {
    let calls = 0;
    expect(() => step((given: tf.Tensor) => given.add(calls++), { check: true, name: "drift" })(x())).toThrow(
      /drift makes a constant of shape \[\], read by Add/,
    );
  });

  it("in check mode, a branch that differs from call to call", () => {
    let calls = 0;
    const fast = step((given: tf.Tensor) => (calls++ % 2 ? given.relu() : given.tanh()), { check: true });
    expect(() => fast(x())).toThrow(/Tanh at first and Relu then/);
  });
});
