// Trains ResNet44 on CIFAR-10 in one of several frameworks, one process a node, and writes the run's record to results/.
//   srun --nodes 2 --ntasks-per-node 1 node dist/chapters/07-frameworks/train.mjs --framework pytorch-ddp --local-batch-size 64
import { datasetNamed } from "parallel-training/datasets";
import { contenderNamed, OURS, trainIn } from "parallel-training/frameworks";
import { programArguments } from "parallel-training/jobs";
import { modelNamed } from "parallel-training/models";
import { MultiWorkerMirroredStrategy, resolveCluster } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const given = programArguments({
  framework: OURS, // or another: pytorch-ddp, keras-horovod, ... (a wrong name lists all)
  model: ["resnet44", "resnet20", "resnet32", "resnet56"],
  localBatchSize: 128, // of each process
  epochs: 5,
  device: ["cpu", "gpu"],
  compression: ["none", "16-bit"], // the number format in which gradients travel
  learningRate: Number, // 0.1 for 128 images, and in proportion for more or fewer, unless a number is given
  warmUpSteps: Number, // those of the first epoch, unless a number is given
  dataset: ["cifar10", "synthetic"],
  trainImages: Number, // all there are, unless a number is given
  testImages: Number,
  augment: false, // move and mirror the training images
  seed: 1, // of the weights and of the order of the images
  threads: Number, // of each process, for the other frameworks: its cores, unless a number is given
  collectiveTimeout: 60, // seconds
  checkpoint: String, // a folder that all nodes see; this engine's only
  resume: false,
});

const { framework, localBatchSize, epochs, device, dataset, seed, augment, collectiveTimeout: timeoutSeconds } = given;
const contender = framework === OURS ? undefined : contenderNamed(framework);
if (contender && (given.checkpoint !== undefined || given.resume)) {
  throw new Error(`--checkpoint and --resume are this engine's only: leave them out with --framework ${framework}.`);
}
const imageSize = 32;
const cluster = await resolveCluster({ timeoutSeconds });
const globalBatchSize = localBatchSize * cluster.members.length;
const images = await datasetNamed(dataset, { ...given, imageSize, globalBatchSize });
const stepsPerEpoch = Math.floor(images.train.count / globalBatchSize); // whole batches only
if (stepsPerEpoch === 0) {
  const there = `There are ${images.train.count} training images`;
  throw new Error(`${there}, too few for a step of ${globalBatchSize}: take more, or smaller batches.`);
}
const learningRate = given.learningRate ?? (0.1 * globalBatchSize) / 128;
const warmUpSteps = given.warmUpSteps ?? stepsPerEpoch;
const momentum = 0.9;
const halved = given.compression === "16-bit";

const shape: [number, number, number] = [imageSize, imageSize, 3];
if (!contender) {
  const compression = halved ? "bfloat16" : "none";
  const strategy = new MultiWorkerMirroredStrategy({ cluster, device, devices: 1, compression, timeoutSeconds });
  const model = modelNamed(given.model, { inputShape: shape, classes: images.classes.length, seed });
  const optimizer = sgd(learningRate, { momentum, warmUpSteps });
  const { checkpoint, resume } = given;
  const how = { strategy, epochs, optimizer, stepsPerEpoch, seed, augment, data: "host", checkpoint, resume } as const;
  await fit(model, images, how);
} else {
  const compression = halved ? "float16" : "none";
  const model = modelNamed(given.model, { inputShape: shape, classes: images.classes.length, seed });
  const sizes = { localBatchSize, epochs, learningRate, momentum, warmUpSteps, seed, augment, threads: given.threads };
  await trainIn(contender, model, images, { ...sizes, cluster, device, compression, timeoutSeconds });
}
