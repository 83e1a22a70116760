// Trains ResNet50V2 on one device and writes the run's record to results/.
//   node dist/chapters/01-one-device/programs/train.mjs --device gpu --batch-size 256 --epochs 2
import { datasetNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { resNet50V2 } from "parallel-training/models";
import { OneDeviceStrategy } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const { epochs, batchSize, imageSize, device, dataset, trainImages, testImages, stepsPerEpoch, ceiling } =
  programArguments({
    epochs: 2,
    batchSize: 256,
    imageSize: 128,
    device: ["cpu", "gpu"],
    dataset: ["cifar10", "synthetic"],
    trainImages: Number, // all there are, unless a number is given
    testImages: Number,
    stepsPerEpoch: Number,
    ceiling: false, // also measures what the device reaches at most
  });

const strategy = new OneDeviceStrategy({ device });
const images = await datasetNamed(dataset, { imageSize, globalBatchSize: batchSize, trainImages, testImages });
const model = resNet50V2({ inputShape: [imageSize, imageSize, 3], classes: 10 });

// Epochs that are cut short are for measuring, not for learning: nothing is evaluated after them.
const evaluate = stepsPerEpoch === undefined;
await fit(model, images, { strategy, epochs, optimizer: sgd(0.01), stepsPerEpoch, evaluate, ceiling });
