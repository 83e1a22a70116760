import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import { capture, tf } from "../../lib/tensorflow";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const VARIABLES = 64;
const variables = Array.from({ length: VARIABLES }, () => tf.variable(tf.zeros([4])));
afterAll(() => tf.dispose(variables));

/** Gives the variables values from arrays. Tensors borrow those whose memory begins at a multiple of 64 bytes: one in four. */
function assignArrays(): WeakRef<Float32Array>[] {
  const memory = new Float32Array(4 * VARIABLES);
  return variables.map((variable, place) => {
    const values = memory.subarray(4 * place, 4 * place + 4);
    tf.tidy(() => variable.assign(tf.tensor1d(values)));
    return new WeakRef(values);
  });
}

async function alive(arrays: readonly WeakRef<Float32Array>[]): Promise<number> {
  await setImmediate(); // an array that was just made or seen lives until its task ends
  collectGarbage();
  return arrays.filter((array) => array.deref() !== undefined).length;
}

// Node's references may be deleted on the thread of their JavaScript alone: elsewhere, one process in 200 ended with SIGSEGV.
it("an array that TensorFlow's threads release is given back on JavaScript's thread, with the next op", async () => {
  const step = capture(() => {
    for (const variable of variables) variable.assign(tf.add(variable, 1));
    return tf.scalar(0);
  });
  step().dispose();
  const arrays = assignArrays();
  step().dispose();
  expect(await alive(arrays), "those that were released elsewhere").toBeGreaterThan(0);
  tf.scalar(1).square().dispose();
  expect(await alive(arrays)).toBe(0);
  expect(variables.map((variable) => variable.dataSync()[0])).toEqual(variables.map(() => 1));
  step.dispose();
});
