// Trains a GPT whose training state is divided among devices (ZeRO), and writes the run's record to results/.
//   node dist/chapters/08-memory/programs/train.mjs --model gpt-10m --devices 4 --zero 3 --checkpoint-activations
import { textNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { gpt, gptSizes } from "parallel-training/models";
import { fullyShard } from "parallel-training/sharding";
import { MirroredStrategy, resolveCluster } from "parallel-training/strategy";
import { adamW, clipped, fit } from "parallel-training/training";

const {
  model: name,
  layers,
  devices,
  zero,
  context,
  batchSize,
  ...more
} = programArguments({
  model: ["gpt-1m", "gpt-10m", "gpt2"],
  layers: Number, // the model's own, unless a number is given
  context: 128, // tokens of a row
  devices: 1,
  zero: 0, // 1, 2, 3: what of the training state is divided; 0: each device has all of it
  checkpointActivations: false, // keep each block's input only
  batchSize: 8, // rows of a step, of all devices together
  learningRate: 0.001,
  clipNorm: 1, // gradients whose norm is larger are scaled down; 0: never
  epochs: 1,
  dataset: ["shakespeare", "synthetic"],
  trainRows: Number, // all there are, unless a number is given
  testRows: Number,
  stepsPerEpoch: Number,
  device: ["cpu", "gpu"],
  precision: ["float32", "mixed"],
});

// The devices come first: the first tensor starts TensorFlow.
const cluster = await resolveCluster();
const { device, learningRate, clipNorm, epochs, trainRows, testRows, stepsPerEpoch, precision } = more;
const stage = zero as 1 | 2 | 3;
const strategy =
  zero === 0 ? new MirroredStrategy({ devices, device }) : fullyShard({ devices, zero: stage, device, cluster });

const text = await textNamed(more.dataset, { context, globalBatchSize: batchSize, trainRows, testRows });
const sizes = { ...gptSizes[name], context, vocabulary: text.vocabulary.size, layers: layers ?? gptSizes[name].layers };
const model = gpt({ ...sizes, checkpoint: more.checkpointActivations });

const evaluate = stepsPerEpoch === undefined;
const optimizer = clipNorm > 0 ? clipped(adamW(learningRate), clipNorm) : adamW(learningRate);
const training = { strategy, optimizer, epochs, stepsPerEpoch, evaluate, precision };
await fit(model, text, { ...training, memory: true });
