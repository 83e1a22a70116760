// Trains ResNet50V2 on several devices of this machine and writes the run's record to results/.
//   node dist/chapters/02-mirrored/programs/train.mjs --devices 4 --device gpu --batch-size 8192 --epochs 2
import { datasetNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { resNet50V2 } from "parallel-training/models";
import { MirroredStrategy } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const { devices, epochs, batchSize, imageSize, device, dataset, trainImages, testImages, stepsPerEpoch, ...more } =
  programArguments({
    devices: 1,
    epochs: 2,
    batchSize: 2048, // of all devices together
    imageSize: 128,
    device: ["cpu", "gpu"],
    dataset: ["cifar10", "synthetic"],
    trainImages: Number, // all there are, unless a number is given
    testImages: Number,
    stepsPerEpoch: Number,
    profile: String, // a file for TensorFlow's profile of three steps
  });

const strategy = new MirroredStrategy({ device, devices });
const images = await datasetNamed(dataset, { imageSize, globalBatchSize: batchSize, trainImages, testImages });
const model = resNet50V2({ inputShape: [imageSize, imageSize, 3], classes: 10 });

const optimizer = sgd(0.01 * strategy.replicas); // the learning rate grows with the devices
const profile = more.profile === undefined ? undefined : { file: more.profile };
// Epochs that are cut short are for measuring, not for learning: nothing is evaluated after them.
const evaluate = stepsPerEpoch === undefined;
await fit(model, images, { strategy, epochs, optimizer, stepsPerEpoch, evaluate, profile });
