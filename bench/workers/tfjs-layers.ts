import { configureTensorFlow, installation, tf } from "../../lib/tensorflow/engine";
import { Gate } from "./gate";
import { readImages } from "./images";
import { layersResNet50V2 } from "./layers-resnet";

// TensorFlow.js without changes: a layers model trained by trainOnBatch, op by op, on the same TensorFlow.

async function main(): Promise<void> {
  const gate = new Gate({
    does: "ResNet50V2 of layers, trainOnBatch, one op at a time; images gathered, resized and scaled before each step",
    versions: { tfjs: tf.version.tfjs, tensorflow: installation().version, node: process.versions.node },
  });
  configureTensorFlow({ device: "cpu" });
  const { imageSize, batchSize, classes, learningRate } = gate.plan;
  const set = readImages(gate.plan);
  const model = layersResNet50V2(imageSize, classes);
  model.compile({ optimizer: tf.train.sgd(learningRate), loss: "categoricalCrossentropy", metrics: ["accuracy"] });
  gate.trainingBegins();
  const all = tf.tensor4d(Int32Array.from(set.images), [set.count, ...set.shape], "int32");
  const labels = tf.tensor1d(Int32Array.from(set.labels), "int32");
  for (let step = 0; ; step++) {
    const rows = Int32Array.from({ length: batchSize }, (_, index) => (step * batchSize + index) % set.count);
    const [x, y] = tf.tidy(() => {
      const bytes: tf.Tensor4D = tf.gather(all, tf.tensor1d(rows, "int32"));
      const images = tf.image.resizeBilinear(bytes.toFloat(), [imageSize, imageSize], false, true).div(255);
      return [images, tf.oneHot(tf.gather(labels, tf.tensor1d(rows, "int32")), classes)];
    });
    const [loss] = (await model.trainOnBatch(x, y)) as number[]; // loss and accuracy
    tf.dispose([x, y]);
    await gate.pass(loss);
  }
}

void main();
