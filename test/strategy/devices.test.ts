import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { chooseDevices, threadsOf } from "../../lib/strategy/devices";
import { divide, sharesOf } from "../../lib/strategy/shares";
import { MirroredStrategy } from "../../lib/strategy";
import { configureTensorFlow, tf } from "../../lib/tensorflow";

configureTensorFlow({ device: "cpu", logicalDevices: 3 });

const four = ["CPU:0", "CPU:1", "CPU:2", "CPU:3"];
const node = ["CPU:0", "GPU:0", "GPU:1"];

describe("devices", () => {
  it.each([
    [four, undefined, undefined, ["CPU:0"]],
    [four, 3, undefined, ["CPU:0", "CPU:1", "CPU:2"]],
    [node, undefined, undefined, ["GPU:0", "GPU:1"]],
    [node, 1, undefined, ["GPU:0"]],
    [node, 1, "cpu" as const, ["CPU:0"]],
    [node, undefined, "cpu" as const, ["CPU:0"]],
  ])("of %j, %s asked for of kind %s: %j", (present, count, kind, expected) => {
    expect(chooseDevices(present, count, kind)).toEqual(expected);
  });

  it.each([
    [
      node,
      4,
      undefined,
      "4 devices are asked for, but this process has 2 GPUs: ask for at most 2, or for logical devices",
    ],
    [["CPU:0", "GPU:0"], 2, "gpu" as const, "2 devices are asked for, but this process has 1 GPU: ask for at most 1,"],
    [
      four,
      5,
      undefined,
      "5 devices are asked for, but this process has 4 CPU devices: TensorFlow had been started before",
    ],
    [four, 1, "gpu" as const, "There is no GPU here: choose the CPU, or run `./workbook doctor`."],
    [four, 0, undefined, "The number of devices is 0, but must be a whole number from 1."],
    [four, 1.5, undefined, "The number of devices is 1.5, but"],
    [four, NaN, undefined, "The number of devices is NaN, but"],
  ])("refuses of %j: %s of kind %s", (present, count, kind, expected) => {
    expect(() => chooseDevices(present, count, kind)).toThrow(expected);
  });

  it.each([
    [4, 1, "TensorFlow was started for 1 GPU, by an earlier strategy: restart this process"],
    [undefined, 1, "or ask for 1."],
    [3, 2, "started for 2 GPUs"],
  ])("refuses %s GPUs where TensorFlow was started for %d", (count, most, expected) => {
    const visible = ["CPU:0", ...node.slice(1, most + 1)];
    expect(() => chooseDevices(visible, count, undefined, most)).toThrow(expected);
    expect(chooseDevices(visible, most, undefined, most)).toHaveLength(most);
    expect(chooseDevices(visible, undefined, "cpu", most)).toEqual(["CPU:0"]);
  });

  it("are found by asking TensorFlow", () => {
    tf.ones([1]).dispose(); // TensorFlow runs, with three devices
    const strategy = new MirroredStrategy({ devices: 3 });
    expect(strategy.devices).toEqual(["CPU:0", "CPU:1", "CPU:2"]);
    expect(strategy.replicas).toBe(3);
    expect(strategy.communication).toEqual({ collectives: "ring", bucketBytes: expect.any(Number) as number });
    expect(() => new MirroredStrategy({ devices: 4 })).toThrow(
      "4 devices are asked for, but this process has 3 CPU devices",
    );
    expect(() => new MirroredStrategy({ devices: 2, collectives: "nccl" })).toThrow('choose "ring", or leave it out');
  });

  it("gives replicas, and the processes beside this one, cores of their own", () => {
    const cores = availableParallelism();
    expect(threadsOf(1)).toEqual({ intraOpThreads: cores, interOpThreads: cores });
    expect(threadsOf(cores)).toEqual({ intraOpThreads: 1, interOpThreads: cores });
    expect(threadsOf(1, cores)).toEqual({ intraOpThreads: 1, interOpThreads: cores });
    expect(threadsOf(2, 4 * cores)).toEqual({ intraOpThreads: 1, interOpThreads: Math.max(2, cores) });
  });
});

describe("a batch is divided", () => {
  it.each([
    [8, 4, [2, 2, 2, 2]],
    [7, 3, [3, 2, 2]],
    [5, 3, [2, 2, 1]],
    [2, 4, [1, 1, 0, 0]],
    [5, 1, [5]],
  ])("%i images over %i replicas: %j", (images, replicas, expected) => {
    expect(sharesOf(images, replicas)).toEqual(expected);
  });

  it("every tensor of it along its first axis, in order, nothing lost", () => {
    const images = tf.range(0, 20).reshape([5, 2, 2]);
    const labels = tf.range(0, 5, 1, "int32");
    const parts = divide([images, labels], sharesOf(5, 4));
    expect(parts.map(([each]) => each.shape)).toEqual([[2, 2, 2], [1, 2, 2], [1, 2, 2], [1, 2, 2]]); // prettier-ignore
    expect(parts.flatMap(([each]) => Array.from(each.dataSync()))).toEqual(Array.from(images.dataSync()));
    expect(parts.map(([, each]) => Array.from(each.dataSync()))).toEqual([[0, 1], [2], [3], [4]]);
    expect(divide([images], sharesOf(5, 6))[5][0].shape).toEqual([0, 2, 2]);
  });
});
