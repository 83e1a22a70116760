// Trains on the CPU, as one process or several with one processor core each, and writes the run's record to results/.
//   node dist/chapters/02-mirrored/programs/cores.mjs --processes 2
import { ownCores, programArguments, runWorkers } from "parallel-training/jobs";

const { processes, share, ...training } = programArguments({
  processes: 1,
  share: false, // one core for all processes, in the place of one for each
  model: ["efficientnetb0", "resnet50"],
  localBatchSize: 32, // of each process
  epochs: 2,
  imageSize: 64,
  dataset: ["cifar10", "synthetic"],
  trainImages: Number, // all there are, unless a number is given
  testImages: Number,
  stepsPerEpoch: Number,
});

const there = ownCores();
const needed = share ? 1 : processes;
if (there.length < needed) {
  throw new Error(`${needed} cores are asked for, but this process may use ${there.length}: ask for fewer processes.`);
}
const cores = Array.from({ length: processes }, (_, index) => there[share ? 0 : index]);
// Each is a node to the others, with a server of its own: the program of lesson 4.
await runWorkers(
  "04-many-nodes/train",
  { ...training, device: "cpu", devices: 1 },
  { workers: processes, environment: {}, cores },
);
