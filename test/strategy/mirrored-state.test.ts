import { expect, it } from "vitest";
import { MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { backend } from "../../lib/tensorflow/backend";
import { sgd } from "../../lib/training/optimizer";
import { evaluationStep, trainingStep } from "../../lib/training/step";
import { asGiven } from "../training/against-keras";
import { tinyModel } from "../training/tiny-model";
import { batchOf, CLASSES, difference, numbers, plainModel, SIZE, train, valuesOf } from "./helpers";

const four = new MirroredStrategy({ devices: 4, device: "cpu" });
const one = new OneDeviceStrategy();

it.each([8, 5, 2])("an evaluation of %i images on several devices is that on one", (images) => {
  const model = tinyModel({ size: SIZE, classes: CLASSES });
  const evaluated = [one, four].map((strategy) => {
    const step = evaluationStep({ model, strategy, precision: "float32" }, asGiven);
    const { loss, correct } = step(batchOf(images));
    step.dispose();
    return [numbers(loss)[0], numbers(correct)[0]];
  });
  expect(evaluated[1][0]).toBeCloseTo(evaluated[0][0], 4);
  expect(evaluated[1][1]).toBe(evaluated[0][1]);
  model.dispose();
});

it("a weight that is assigned between steps has its new value on every replica", () => {
  const trained = [one, four].map((strategy) => {
    const model = plainModel();
    const step = trainingStep(
      { model, strategy, precision: "float32" },
      asGiven,
      sgd(0.5).bind(model.trainableWeights),
    );
    step(batchOf(8), tf.scalar(0.5));
    model.weights[0].variable.assign(tf.fill(model.weights[0].variable.shape, 0.25));
    strategy.checkReplicas(model.weights);
    step(batchOf(8, 2), tf.scalar(0.5));
    strategy.checkReplicas(model.weights);
    const after = valuesOf(model);
    step.dispose();
    model.dispose();
    return after;
  });
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

it("a hundred steps leave no tensor behind, nor does the strategy when all is disposed", () => {
  const strategy = new MirroredStrategy({ devices: 4, device: "cpu" });
  const counted = countTensors();
  const known = tf.memory().numTensors;
  tf.engine().startScope(); // for what the model's variables begin with
  const model = tinyModel({ size: SIZE, classes: CLASSES, dropout: 0.5 });
  tf.engine().endScope();
  const optimizer = sgd(0.1, { momentum: 0.9 }).bind(model.trainableWeights);
  const step = trainingStep({ model, strategy, precision: "float32" }, asGiven, optimizer);
  const some = (steps: number): void => {
    for (let count = 0; count < steps; count++) {
      tf.tidy(() => numbers(step(batchOf(count % 2 === 0 ? 8 : 6), tf.scalar(0.1)).loss));
      strategy.checkReplicas(model.weights);
    }
  };
  some(4);
  const [held, tensors] = [counted.held(), tf.memory().numTensors];
  some(100);
  expect(tf.memory().numTensors).toBe(tensors);
  expect(counted.held()).toBe(held);
  expect(held).toBeGreaterThanOrEqual(4 * (model.weights.length + optimizer.slots.length)); // the mirrors are counted
  step.dispose();
  optimizer.dispose();
  model.dispose();
  strategy.dispose();
  expect(tf.memory().numTensors).toBe(known);
  expect(counted.held()).toBe(0);
  counted.stop();
});

it("two devices train in mixed precision, near to float32, and stay alike", () => {
  const trained = (["float32", "mixed"] as const).map((precision) =>
    train(new MirroredStrategy({ devices: 2 }), { model: plainModel(), batches: [8, 8, 8, 8], rate: 0.2, precision }),
  );
  trained[1].steps.forEach(({ loss }, step) => {
    expect(Math.abs(loss - trained[0].steps[step].loss)).toBeLessThan(0.02);
  });
  expect(difference(trained[1].after, trained[0].after)).toBeLessThan(0.02);
});
