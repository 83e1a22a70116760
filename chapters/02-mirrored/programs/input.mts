// Trains ResNet50V2 with images that the host feeds, and writes the run's record to results/.
//   node dist/chapters/02-mirrored/programs/input.mjs --data host --seconds-per-image 0.05 --prefetch 2 --loaders 1
import { datasetNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { resNet50V2 } from "parallel-training/models";
import { MirroredStrategy } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const { devices, device, epochs, batchSize, imageSize, trainImages, stepsPerEpoch, ...more } = programArguments({
  devices: 1,
  device: ["cpu", "gpu"],
  epochs: 2,
  batchSize: 16, // of all devices together
  imageSize: 32,
  dataset: ["cifar10", "synthetic"],
  trainImages: Number, // all there are, unless a number is given
  stepsPerEpoch: Number,
  data: ["host", "device"], // where the images are
  secondsPerImage: 0, // what the storage takes for each
  prefetch: 0, // batches that the host prepares ahead
  loaders: 1, // threads of the host that prepare them
  profile: String, // a file for TensorFlow's profile of three steps
});

const strategy = new MirroredStrategy({ device, devices });
const sizes = { imageSize, globalBatchSize: batchSize, trainImages, testImages: batchSize };
const images = await datasetNamed(more.dataset, sizes);
const model = resNet50V2({ inputShape: [imageSize, imageSize, 3], classes: 10 });

const { data, secondsPerImage, prefetch, loaders } = more;
const profile = more.profile === undefined ? undefined : { file: more.profile };
const input = { data, secondsPerImage, prefetch, loaders };
const optimizer = sgd(0.01 * strategy.replicas);
await fit(model, images, { strategy, epochs, optimizer, stepsPerEpoch, evaluate: false, profile, ...input });
