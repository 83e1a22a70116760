// Trains ResNet44 on CIFAR-10 in one of several frameworks, one process a node, and writes the run's record to results/.
//   export WORKBOOK_MEETING=$(openssl rand -hex 16) # by this secret the processes know each other
//   srun --nodes 2 --ntasks-per-node 1 node dist/chapters/07-frameworks/programs/train.mjs --framework pytorch-ddp --local-batch-size 64
import { datasetNamed } from "parallel-training/datasets";
import { trainIn } from "parallel-training/chapters/07-frameworks";
import { environmentOf, frameworkArguments } from "parallel-training/frameworks";
import { modelNamed } from "parallel-training/models";
import { MultiWorkerMirroredStrategy, resolveCluster } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const given = frameworkArguments(); // --help lists them; a wrong one ends the program here
const {
  contender,
  localBatchSize,
  epochs,
  device,
  dataset,
  imageSize,
  seed,
  augment,
  collectiveTimeout: timeoutSeconds,
} = given;
const packages = contender && (await environmentOf(contender));
const cluster = await resolveCluster({ timeoutSeconds });
const globalBatchSize = localBatchSize * cluster.members.length;
const images = await datasetNamed(dataset, { ...given, globalBatchSize });
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
  const threads = { intraOpThreads: given.threads };
  const communication = { cluster, compression, timeoutSeconds } as const;
  const strategy = new MultiWorkerMirroredStrategy({ device, devices: 1, ...threads, ...communication });
  const model = modelNamed(given.model, { inputShape: shape, classes: images.classes.length, seed });
  const optimizer = sgd(learningRate, { momentum, warmUpSteps });
  const { checkpoint, resume } = given;
  const how = { strategy, epochs, optimizer, stepsPerEpoch, seed, augment, data: "host", checkpoint, resume } as const;
  await fit(model, images, how);
} else {
  const compression = halved ? "float16" : "none";
  const model = modelNamed(given.model, { inputShape: shape, classes: images.classes.length, seed });
  const sizes = { localBatchSize, epochs, learningRate, momentum, warmUpSteps, seed, augment, threads: given.threads };
  await trainIn(contender, model, images, { ...sizes, packages, cluster, device, compression, timeoutSeconds });
}
