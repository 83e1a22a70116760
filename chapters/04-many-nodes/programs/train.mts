// Trains ResNet50 or EfficientNetB0 on several nodes, one process a node, and writes the run's record to results/.
//   srun --nodes 3 --ntasks-per-node 1 node dist/chapters/04-many-nodes/programs/train.mjs --local-batch-size 32 --sync-every 4
import { datasetNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { modelNamed } from "parallel-training/models";
import { MultiWorkerMirroredStrategy, resolveCluster } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const { localBatchSize, epochs, syncEvery, imageSize, device, devices, compression, ...more } = programArguments({
  model: ["resnet50", "efficientnetb0", "tinyefficientnet"], // the tiny one learns in seconds what the others cannot
  localBatchSize: 32, // of each device
  epochs: 5,
  syncEvery: 1, // 4: gradients travel after every fourth batch
  imageSize: 64,
  device: ["cpu", "gpu"],
  devices: Number, // of each node; all GPUs, or one CPU, unless a number is given
  collectives: ["default", "ring", "nccl"], // nccl is the default of GPUs
  compression: ["none", "bfloat16"], // bfloat16 needs ring
  learningRate: Number, // 0.01 for each device, unless a number is given
  dataset: ["tinyimagenet", "cifar10", "synthetic"],
  trainImages: Number, // all there are, unless a number is given
  testImages: Number,
  stepsPerEpoch: Number,
  seed: Number, // of the weights and of the order of the images
  collectiveTimeout: 60, // seconds
  checkpoint: String, // a folder that all nodes see
  resume: false,
});

const cluster = await resolveCluster({ timeoutSeconds: more.collectiveTimeout });
const timeoutSeconds = more.collectiveTimeout;
const collectives = more.collectives === "default" ? undefined : more.collectives;
const how = { collectives, compression, timeoutSeconds };
const strategy = new MultiWorkerMirroredStrategy({ cluster, device, devices, ...how });
const globalBatchSize = localBatchSize * strategy.replicas;
const { trainImages, testImages, stepsPerEpoch, seed, checkpoint, resume } = more;
const images = await datasetNamed(more.dataset, { imageSize, globalBatchSize, trainImages, testImages });
const classes = images.classes.length;
const model = modelNamed(more.model, { inputShape: [imageSize, imageSize, 3], classes, seed });

const optimizer = sgd(more.learningRate ?? 0.01 * strategy.replicas);
const evaluate = stepsPerEpoch === undefined;
await fit(model, images, { strategy, epochs, syncEvery, optimizer, stepsPerEpoch, evaluate, seed, checkpoint, resume });
