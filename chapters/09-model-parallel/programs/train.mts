// Trains a GPT that devices share by layers (tensor), by stages, or both, and writes the run's record to results/.
//   node dist/chapters/09-model-parallel/programs/train.mjs --data 2 --stages 2 --tensor 2 --microbatches 4
import { textNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { gpt, gptSizes } from "parallel-training/models";
import { pipeline, tensorParallel } from "parallel-training/sharding";
import { resolveCluster } from "parallel-training/strategy";
import { adamW, fit } from "parallel-training/training";

const {
  model: name,
  layers,
  data,
  stages,
  tensor,
  microbatches,
  schedule,
  sequence,
  ...more
} = programArguments({
  model: ["gpt-1m", "gpt-10m", "gpt2"],
  layers: Number, // the model's own, unless a number is given
  context: 128, // tokens of a row
  data: 1, // copies, each with rows of its own
  stages: 1, // parts of the model that follow one another
  tensor: 1, // devices that share each layer
  microbatches: 4, // of each copy's rows, with stages
  schedule: ["1f1b", "gpipe"],
  sequence: false, // share the tokens between layers, too
  batchSize: 8, // rows of a step, of all copies together
  learningRate: 0.001,
  epochs: 1,
  dataset: ["shakespeare", "synthetic"],
  trainRows: Number, // all there are, unless a number is given
  testRows: Number,
  stepsPerEpoch: Number,
  device: ["cpu", "gpu"],
  profile: String, // a file for TensorFlow's profile of a step
});

// The devices come first: the first tensor starts TensorFlow. Neighbours along the last axis send each other most.
const { device, context, batchSize, learningRate, epochs, trainRows, testRows, stepsPerEpoch } = more;
const shared = { data, tensor, sequence, device, cluster: await resolveCluster() };
const strategy = stages > 1 ? pipeline({ stages, microbatches, schedule, ...shared }) : tensorParallel(shared);

const text = await textNamed(more.dataset, { context, globalBatchSize: batchSize, trainRows, testRows });
const sizes = { ...gptSizes[name], context, vocabulary: text.vocabulary.size, layers: layers ?? gptSizes[name].layers };
const model = gpt(sizes);

const evaluate = stepsPerEpoch === undefined;
const profile = more.profile === undefined ? undefined : { file: more.profile, steps: 1 };
const optimizer = adamW(learningRate);
await fit(model, text, { strategy, optimizer, epochs, stepsPerEpoch, evaluate, profile, memory: true });
