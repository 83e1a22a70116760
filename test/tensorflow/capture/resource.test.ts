import { describe, expect, it, vi } from "vitest";
import { capture, captureReplicas, configureTensorFlow, increase, tf, valuesOn } from "../../../lib/tensorflow/engine";
import { backend } from "../../../lib/tensorflow/backend";
import { DeviceValue } from "../../../lib/tensorflow/capture/resource";
import { disposedAfterEach } from "../../disposed";

configureTensorFlow({ logicalDevices: 2 });
const [first, second] = ["/device:CPU:0", "/device:CPU:1"];
const keep = disposedAfterEach();

/** A variable, and a step that adds to it in place. */
function counter(devices = [first]) {
  const variable = keep(tf.variable(tf.tensor1d([1, 2, 3])));
  const add = (value: tf.Tensor) => {
    increase(variable, value);
    return variable.sum();
  };
  const split = (value: tf.Tensor): [tf.Tensor][] => devices.map(() => [value]);
  const step = keep(captureReplicas(add, split, { devices }));
  return { variable, step };
}

it("an update in place gives later readers in the step, and whoever reads the variable afterwards, its new value", () => {
  const { variable, step } = counter();
  expect(step(tf.scalar(1).broadcastTo([3])).dataSync()[0]).toBe(9);
  expect([...variable.dataSync()]).toEqual([2, 3, 4]);
  expect(step(tf.tensor1d([1, 0, 0])).dataSync()[0]).toBe(10);
  expect([...tf.mul(variable, 2).dataSync()]).toEqual([6, 6, 8]);
});

it("what was read or cloned before an update keeps its values", () => {
  const { variable, step } = counter();
  step(tf.ones([3]));
  const clone = keep(variable.clone());
  const doubled = keep(tf.mul(variable, 2));
  step(tf.ones([3]));
  step(tf.ones([3]));
  expect([...clone.dataSync()]).toEqual([2, 3, 4]);
  expect([...doubled.dataSync()]).toEqual([4, 6, 8]);
  expect([...variable.dataSync()]).toEqual([4, 5, 6]);
});

it("a result that is the variable's old value stays as it was", () => {
  const variable = keep(tf.variable(tf.tensor1d([1, 2])));
  const step = keep(
    capture(() => {
      const old = variable.clone();
      increase(variable, tf.ones([2]));
      return old;
    }),
  );
  const results = [step(), step()].map((each) => keep(each));
  expect(results.map((result) => [...result.dataSync()])).toEqual([[1, 2], [2, 3]]); // prettier-ignore
  expect([...variable.dataSync()]).toEqual([3, 4]);
});

it("each replica has a value of its own, and an assignment between steps reaches all of them", () => {
  const { variable, step } = counter([first, second]);
  step(tf.ones([3]));
  variable.assign(tf.zeros([3]));
  step(tf.ones([3]));
  const values = valuesOn([first, second], variable).map((each) => keep(each));
  expect(values.map((value) => [...value.dataSync()])).toEqual([[1, 1, 1], [1, 1, 1]]); // prettier-ignore
});

it("a step on fewer devices makes the others' values old", () => {
  const { variable, step } = counter([first, second]);
  step(tf.ones([3]));
  const alone = keep(
    capture(() => {
      increase(variable, tf.ones([3]));
      return tf.scalar(0);
    }),
  );
  alone();
  expect(DeviceValue.of(variable)?.isOn(second)).toBe(false);
  expect(step(tf.zeros([3])).dataSync()[0]).toBe(12);
  const values = valuesOn([first, second], variable).map((each) => keep(each));
  expect(values.map((value) => [...value.dataSync()])).toEqual([[3, 4, 5], [3, 4, 5]]); // prettier-ignore
});

describe("a value that a variable shares with another tensor stays what it was", () => {
  const read = (tensor: tf.Tensor) => [...tensor.dataSync()];
  const copyOf = (value: tf.Tensor) => keep(tf.variable(value as tf.Tensor1D));

  it("after another variable was assigned it", () => {
    const [a, b] = [counter(), counter()];
    a.step(tf.ones([3]));
    b.step(tf.zeros([3]));
    a.variable.assign(b.variable);
    a.step(tf.ones([3]));
    expect([read(a.variable), read(b.variable)]).toEqual([[2, 3, 4], [1, 2, 3]]); // prettier-ignore
    b.step(tf.ones([3]));
    a.step(tf.ones([3]));
    expect([read(a.variable), read(b.variable)]).toEqual([[3, 4, 5], [2, 3, 4]]); // prettier-ignore
  });

  it("after the variable was assigned another, and that one again", () => {
    const { variable, step } = counter();
    step(tf.ones([3]));
    const before = keep(variable.clone());
    variable.assign(tf.zeros([3]));
    step(tf.ones([3]));
    expect([read(before), read(variable)]).toEqual([[2, 3, 4], [1, 1, 1]]); // prettier-ignore
    variable.assign(before);
    step(tf.ones([3]));
    expect([read(before), read(variable)]).toEqual([[2, 3, 4], [3, 4, 5]]); // prettier-ignore
  });

  it("after the other tensor was disposed", () => {
    const { variable, step } = counter();
    step(tf.ones([3]));
    const before = variable.clone();
    variable.assign(tf.zeros([3]));
    step(tf.ones([3]));
    before.dispose();
    step(tf.ones([3]));
    expect(read(variable)).toEqual([2, 2, 2]);
  });

  it("when two variables exchange their values, and one goes", () => {
    const [a, b] = [counter(), counter()];
    a.step(tf.ones([3]));
    b.step(tf.zeros([3]));
    const [ofA, ofB] = [copyOf(a.variable), copyOf(b.variable)];
    a.variable.assign(ofB);
    b.variable.assign(ofA);
    a.step(tf.ones([3]));
    b.step(tf.ones([3]));
    expect([read(a.variable), read(b.variable)]).toEqual([[2, 3, 4], [3, 4, 5]]); // prettier-ignore
    ofA.dispose();
    a.step(tf.ones([3]));
    b.step(tf.ones([3]));
    expect([read(a.variable), read(b.variable), read(ofB)]).toEqual([[3, 4, 5], [4, 5, 6], [1, 2, 3]]); // prettier-ignore
  });
});

it("a device is the same with its process's name and without", () => {
  const { variable, step } = counter();
  step(tf.ones([3]));
  const value = DeviceValue.of(variable);
  expect(value?.isOn(`/job:worker/replica:0/task:1${first}`)).toBe(true);
  value?.changes(variable, [`/job:worker/replica:0/task:1${first}`]);
  expect(step(tf.ones([3])).dataSync()[0]).toBe(12);
});

/** Whether TensorFlow holds a value for the variable on the first device. */
function isHeld(handle: number): boolean {
  const { binding } = backend();
  const [result] = binding.executeOp("VarIsInitializedOp", [], [handle], 1);
  const value = binding.tensorDataSync(result.id)[0] === 1;
  binding.deleteTensor(result.id);
  return value;
}

it("a variable's resources go with it, and with its old value when it is assigned", () => {
  const { variable, step } = counter();
  step(tf.ones([3]));
  const { binding } = backend();
  const handleOf = (): number => {
    const value = DeviceValue.of(variable) as unknown as { handles: Map<string, number> };
    const [handle] = value.handles.values();
    return binding.executeOp("Identity", [{ name: "T", type: binding.TF_ATTR_TYPE, value: 20 }], [handle], 1)[0].id;
  };
  const handle = handleOf();
  expect(isHeld(handle)).toBe(true);
  variable.assign(tf.zeros([3]));
  expect(isHeld(handle)).toBe(false);
  step(tf.ones([3]));
  expect(isHeld(handle)).toBe(true);
  variable.dispose();
  expect(isHeld(handle)).toBe(false);
  binding.deleteTensor(handle);
});

it("many variables reach other devices a few at a time, since their values pass through the first one", () => {
  const megabytes = 40;
  const variables = Array.from({ length: 3 }, () => keep(tf.variable(tf.zeros([megabytes * 2 ** 18]))));
  const last = (): tf.Tensor => tf.addN(variables.map((variable) => variable.slice([0], [1])));
  const step = keep(captureReplicas(last, (): [][] => [[]], { devices: [second] }));
  const node = backend();
  const given = vi.spyOn(node, "getInputTensorIds");
  step().dispose();
  const most = Math.max(
    ...given.mock.calls.map(([tensors]) =>
      tensors.reduce((sum, { shape }) => sum + 4 * tf.util.sizeFromShape(shape), 0),
    ),
  );
  given.mockRestore();
  expect(most).toBe(megabytes * 2 ** 20);
});
