import { describe, expect, it } from "vitest";
import { allReduce, MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import { configureTensorFlow, setRandomSeed, tf } from "../../lib/tensorflow/engine";
import { tinyModel } from "../training/tiny-model";
import { CLASSES, difference, numbers, plainModel, SIZE, train, valuesOf } from "./helpers";

configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1 });
const mirrored = (devices: number, bucketMegabytes?: number) =>
  new MirroredStrategy({ devices, device: "cpu", bucketMegabytes });
const one = new OneDeviceStrategy();

// Devices, and images of the global batch: so many for each, or a number that does not divide.
const divisions: [devices: number, images: number][] = [
  [2, 6],
  [3, 9],
  [4, 12],
  [3, 5],
  [4, 2], // two replicas have no images
];

describe.each(divisions)("%i devices with a batch of %i, without BatchNorm", (devices, images) => {
  // Megabytes: each gradient by itself, a few bytes, everything at once.
  it.each([0, 1e-4, 100])("have one device's gradients, in buckets of %d MB", async (megabytes) => {
    // At rate 1 and without momentum a step takes the gradient off the weights.
    const start = valuesOf(plainModel());
    const gradients = ({ after }: { after: number[][] }) =>
      after.map((values, at) => values.map((value, index) => start[at][index] - value));
    const once = { batches: [images], rate: 1 };
    const expected = await train(one, { ...once, model: plainModel() });
    const found = await train(mirrored(devices, megabytes), { ...once, model: plainModel() });
    expect(difference(gradients(found), gradients(expected))).toBeLessThan(1e-5);
    expect(Math.max(...gradients(expected).flat().map(Math.abs))).toBeGreaterThan(0.01); // there is something to compare
  });

  it.each([0, 0.9])(
    "make one device's updates, with momentum %d, and say the whole batch's loss and hits",
    async (momentum) => {
      const training = { batches: [images, images + 1, images, images], momentum };
      const expected = await train(one, { ...training, model: plainModel() });
      const found = await train(mirrored(devices), { ...training, model: plainModel() });
      expect(difference(found.after, expected.after)).toBeLessThan(1e-5);
      found.steps.forEach(({ loss, correct }, step) => {
        expect(loss).toBeCloseTo(expected.steps[step].loss, 5);
        expect(correct).toBe(expected.steps[step].correct);
      });
    },
  );
});

describe("replicas", () => {
  it("are found to differ, with the weight's name and the devices", () => {
    const strategy = mirrored(3);
    const [alike, drifting] = [tf.variable(tf.zeros([2])), tf.variable(tf.zeros([2, 2]))];
    const weights = [
      { name: "alike", variable: alike },
      { name: "drifting", variable: drifting },
    ];
    // The second weight forgets to ask the others.
    const step = strategy.capture(([x]) => {
      alike.assign(alike.add(allReduce([tf.sum(x)])[0]));
      drifting.assign(drifting.add(tf.sum(x)));
      return [tf.sum(x)];
    });
    strategy.checkReplicas(weights); // before the first step there is one value
    step({ tensors: [tf.tensor1d([1, 1, 1])], images: 3 });
    strategy.checkReplicas(weights);
    step({ tensors: [tf.tensor1d([1, 1, 2])], images: 3 });
    expect(() => strategy.checkReplicas(weights)).toThrow(
      /^The weight drifting differs between CPU:0 and CPU:2: the copies have drifted apart\. Go on from/,
    );
    strategy.checkReplicas(weights.slice(0, 1));
    drifting.assign(tf.ones([2, 2])); // from outside: one value again
    strategy.checkReplicas(weights);
    strategy.dispose();
  });

  it("differ also by the sign of zero, and not by NaN", () => {
    const strategy = mirrored(2);
    const weight = tf.variable(tf.scalar(0));
    const step = strategy.capture(([x]) => {
      weight.assign(tf.sum<tf.Scalar>(x));
      return [tf.sum(x)];
    });
    step({ tensors: [tf.tensor1d([NaN, NaN])], images: 2 });
    strategy.checkReplicas([{ name: "weight", variable: weight }]);
    step({ tensors: [tf.tensor1d([0, 0]).mul(tf.tensor1d([1, -1]))], images: 2 });
    expect(() => strategy.checkReplicas([{ name: "weight", variable: weight }])).toThrow(/CPU:0 and CPU:1/);
    strategy.dispose();
  });

  it("average their moving statistics, those without images included as they were", async () => {
    const model = () => tinyModel({ size: SIZE, classes: CLASSES });
    const before = valuesOf(model());
    const statistics = [3, 4]; // the places of BatchNorm's moving mean and variance
    // What each replica with an image makes of it, by itself.
    const alone = [0, 1].map((image) => {
      const only = new OneDeviceStrategy();
      const pick = { ...model() };
      const inner = pick.apply;
      pick.apply = (images, options) => inner(images.slice([image, 0, 0, 0], [1, SIZE, SIZE, 3]), options);
      return moved(pick, only);
    });
    const { after } = await train(mirrored(4), { model: model(), batches: [2] });
    for (const at of statistics) {
      const expected = before[at].map((value, index) => (alone[0][at][index] + alone[1][at][index] + 2 * value) / 4);
      expect(difference([after[at]], [expected])).toBeLessThan(1e-6);
      expect(difference([after[at]], [before[at]])).toBeGreaterThan(1e-4);
    }
  });

  it("draw numbers of their own, the same again with the same seed", () => {
    const strategy = mirrored(4);
    const rowOf = (x: tf.Tensor): tf.Tensor => tf.oneHot(x.cast("int32"), 4).transpose();
    // Each replica writes into its own row of the sum.
    const step = strategy.capture(([x]) =>
      allReduce([
        tf.matMul(rowOf(x), tf.randomUniform([1, 6])),
        tf.matMul(rowOf(x), tf.dropout(tf.ones([1, 40]), 0.5)),
      ]),
    );
    const draw = (seed: number): number[][][] => {
      setRandomSeed(seed);
      return step({ tensors: [tf.range(0, 4)], images: 4 }).map((drawn) => drawn.arraySync() as number[][]);
    };
    const drawn = draw(1);
    for (const rows of drawn) expect(new Set(rows.map(String)).size).toBe(4);
    expect(draw(1)).toEqual(drawn);
    expect(draw(2)).not.toEqual(drawn);
    step.dispose();
    strategy.dispose();
  });

  it("train with dropout to the same bits again", async () => {
    const training = { batches: [8, 8, 7], momentum: 0.9 };
    const run = (devices: number) => train(mirrored(devices), { ...training, model: plainModel({ dropout: 0.5 }) });
    const first = await run(4);
    expect(await run(4)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
  });
});

/** The weights after a forward pass over the first batch, in training. */
function moved(model: ReturnType<typeof tinyModel>, strategy: OneDeviceStrategy): number[][] {
  const step = strategy.capture(([x]) => [model.apply(x as tf.Tensor4D, { training: true })]);
  step({ tensors: [tf.randomUniform([2, SIZE, SIZE, 3], 0, 1, "float32", 1)], images: 2 });
  step.dispose();
  return model.weights.map(({ variable }) => numbers(variable));
}
