import { expect, it } from "vitest";
import { MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { backend } from "../../lib/tensorflow/backend";
import { asTheyAre } from "../../lib/training/backward";
import { sgd } from "../../lib/training/optimizer";
import { evaluationStep } from "../../lib/training/step";
import { ByHand } from "../training/by-hand";
import { tinyModel } from "../training/tiny-model";
import { batchOf, CLASSES, difference, numbers, plainModel, SIZE, train, valuesOf } from "./helpers";

const four = new MirroredStrategy({ devices: 4, device: "cpu" });
const one = new OneDeviceStrategy();

it.each([8, 5, 2])("an evaluation of %i images on several devices is that on one", (images) => {
  const model = tinyModel({ size: SIZE, classes: CLASSES });
  const evaluated = [one, four].map((strategy) => {
    const step = evaluationStep(strategy.place(model), { feed: asTheyAre, precision: "float32" });
    const { loss, correct } = step({ tensors: batchOf(images), images }, tf.scalar(0));
    step.dispose();
    return [numbers(loss)[0], numbers(correct)[0]];
  });
  expect(evaluated[1][0]).toBeCloseTo(evaluated[0][0], 4);
  expect(evaluated[1][1]).toBe(evaluated[0][1]);
  model.dispose();
});

it("a weight that is assigned between steps has its new value on every replica", async () => {
  const trained: number[][][] = [];
  for (const strategy of [one, four]) {
    const model = plainModel();
    const training = new ByHand(strategy, model, { optimizer: sgd(0.5) });
    await training.update(batchOf(8));
    model.weights[0].variable.assign(tf.fill(model.weights[0].variable.shape, 0.25));
    training.placed.checkCopies();
    await training.update(batchOf(8, 2));
    training.placed.checkCopies();
    trained.push(valuesOf(model));
    training.dispose();
  }
  expect(difference(trained[1], trained[0])).toBeLessThan(1e-5);
});

/** Counts the tensors that TensorFlow holds for the backend, those that tfjs knows nothing of included. */
function countTensors(): { held: () => number; stop: () => void } {
  const node = backend();
  const { binding } = node;
  const made = new Set<number>();
  const counting: Partial<typeof binding> = {
    createTensor(...given) {
      const id = binding.createTensor(...given);
      made.add(id);
      return id;
    },
    executeOp(...given) {
      const results = binding.executeOp(...given);
      results.forEach(({ id }) => made.add(id));
      return results;
    },
    deleteTensor(id) {
      made.delete(id);
      binding.deleteTensor(id);
    },
  };
  // The binding's own properties are read-only.
  node.binding = Object.create(binding, Object.getOwnPropertyDescriptors(counting)) as typeof binding;
  const stop = (): void => {
    node.binding = binding;
  };
  return { held: () => made.size, stop };
}

it("a hundred steps leave no tensor behind, nor does the strategy when all is disposed", async () => {
  const strategy = new MirroredStrategy({ devices: 4, device: "cpu" });
  const counted = countTensors();
  const known = tf.memory().numTensors;
  tf.engine().startScope(); // for what the model's variables begin with
  const model = tinyModel({ size: SIZE, classes: CLASSES, dropout: 0.5 });
  tf.engine().endScope();
  const training = new ByHand(strategy, model, { optimizer: sgd(0.1, { momentum: 0.9 }), batches: 2 });
  const some = async (steps: number): Promise<void> => {
    for (let count = 0; count < steps; count++) {
      const [first, last] = [batchOf(8), batchOf(count % 2 === 0 ? 8 : 6)];
      await training.update(first, last);
      tf.dispose([first, last]);
      training.placed.checkCopies();
    }
  };
  await some(4);
  const [held, tensors] = [counted.held(), tf.memory().numTensors];
  await some(50);
  expect(tf.memory().numTensors).toBe(tensors);
  expect(counted.held()).toBe(held);
  expect(held).toBeGreaterThanOrEqual(4 * (model.weights.length + model.trainableWeights.length)); // the mirrors are counted
  training.dispose();
  strategy.dispose();
  expect(tf.memory().numTensors).toBe(known);
  expect(counted.held()).toBe(0);
  counted.stop();
});

it("two devices train in mixed precision, near to float32, and stay alike", async () => {
  const run = (precision: "float32" | "mixed_bfloat16") =>
    train(new MirroredStrategy({ devices: 2 }), { model: plainModel(), batches: [8, 8, 8, 8], rate: 0.2, precision });
  const trained = [await run("float32"), await run("mixed_bfloat16")];
  trained[1].steps.forEach(({ loss }, step) => {
    expect(Math.abs(loss - trained[0].steps[step].loss)).toBeLessThan(0.02);
  });
  expect(difference(trained[1].after, trained[0].after)).toBeLessThan(0.02);
});
