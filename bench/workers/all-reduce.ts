import { modelNamed } from "../../lib/models";
import { allReduce, MultiWorkerMirroredStrategy, resolveCluster } from "../../lib/strategy";
import { installation, tf } from "../../lib/tensorflow/engine";
import { Gate } from "./gate";
import type { TransferPlan } from "./protocol";

// This engine's all-reduce alone, under MultiWorkerMirroredStrategy: each step adds up the same tensors.

async function main(): Promise<void> {
  const gate = new Gate<TransferPlan>({
    does: "MultiWorkerMirroredStrategy, one captured step that adds up tensors over all nodes and does nothing else",
    versions: { tensorflow: installation().version, node: process.versions.node },
  });
  const { bytes, model, bucketMegabytes } = gate.plan;
  const cluster = await resolveCluster();
  const strategy = new MultiWorkerMirroredStrategy({ cluster, device: "cpu", bucketMegabytes });
  const shapes = model === undefined ? [[bytes / 4]] : shapesOf(model);
  const tensors = shapes.map((shape) => tf.ones(shape));
  const tensorBytes = 4 * tensors.reduce((sum, { size }) => sum + size, 0);
  if (tensorBytes !== bytes) {
    throw new Error(`The gradients of ${model} have ${tensorBytes} bytes, and the plan says ${bytes}.`);
  }
  // The step returns one number of each sum, since training does not copy the sums to JavaScript either.
  const step = strategy.capture(
    (_batch: tf.Tensor[], gradients: tf.Tensor[]) =>
      tf.tidy(() => tf.stack(allReduce(gradients, strategy.communication).map((sum) => sum.flatten().slice(0, 1)))),
    { name: "all_reduce" },
  );
  await strategy.team?.join({});
  gate.trainingBegins();
  for (;;) {
    const sums = step({ tensors: [], images: 0 }, tensors);
    const wrong = (await sums.data()).find((sum) => sum !== cluster.members.length);
    if (wrong !== undefined) throw new Error(`The sum of ${cluster.members.length} ones is ${wrong}.`);
    sums.dispose();
    await gate.pass();
  }
}

/** The shapes of a model's gradients, with 1,000 classes. */
function shapesOf(name: string): number[][] {
  const model = modelNamed(name, { inputShape: [32, 32, 3], classes: 1000 });
  const shapes = model.trainableWeights.map(({ variable }) => variable.shape);
  for (const { variable } of model.weights) variable.dispose();
  return shapes;
}

void main();
