// Trains ResNet152V2 on several devices of this machine and writes the run's record to results/.
//   node dist/chapters/03-deeper-model/programs/train.mjs --devices 4 --device gpu --batch-size 4096 --epochs 2
import { datasetNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { modelNamed } from "parallel-training/models";
import { MirroredStrategy } from "parallel-training/strategy";
import { fit, sgd } from "parallel-training/training";

const { devices, epochs, batchSize, imageSize, device, dataset, trainImages, testImages, stepsPerEpoch, ...chosen } =
  programArguments({
    model: ["resnet152v2", "resnet101v2"],
    devices: 1,
    epochs: 2,
    batchSize: 1024, // of all devices together
    imageSize: 128,
    device: ["cpu", "gpu"],
    dataset: ["cifar10", "synthetic"],
    trainImages: Number, // all there are, unless a number is given
    testImages: Number,
    stepsPerEpoch: Number,
  });

const strategy = new MirroredStrategy({ device, devices });
const images = await datasetNamed(dataset, { imageSize, globalBatchSize: batchSize, trainImages, testImages });
const inputShape: [number, number, number] = [imageSize, imageSize, 3];
const model = modelNamed(chosen.model, { inputShape, classes: 10 });

// The learning rate grows with the devices. Epochs that are cut short are for measuring: nothing is evaluated.
const optimizer = sgd(0.01 * strategy.replicas);
await fit(model, images, { strategy, epochs, optimizer, stepsPerEpoch, evaluate: stepsPerEpoch === undefined });
