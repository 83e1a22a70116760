// Trains a GPT in stages for a few steps, by the schedule in a file, and writes when each task of the fastest step ran and what each
// device held.
//   node dist/chapters/09-model-parallel/programs/schedule.mjs --schedule schedule.json --devices 4 --microbatches 8 --out step.json
import { readFile, writeFile } from "node:fs/promises";
import { textNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { gpt } from "parallel-training/models";
import { heldOverTime, pipelineTasks, profileOf, stepMemory } from "parallel-training/profile";
import { mesh, pipeline, type Schedule } from "parallel-training/sharding";
import { bytesAtRest, tf } from "parallel-training/tensorflow";
import { adamW, TrainingState, Updates } from "parallel-training/training";

const {
  schedule: file,
  devices,
  stages,
  microbatches,
  rows,
  width,
  context,
  steps,
  out,
} = programArguments({
  schedule: "schedule.json", // for each device a list of tasks
  devices: 2,
  stages: Number, // as many as devices, unless a multiple is given
  microbatches: 4,
  rows: 2, // of a microbatch
  width: 128,
  context: 128,
  steps: 8, // of which each is profiled
  out: "step.json",
});

const schedule = JSON.parse(await readFile(file, "utf8")) as Schedule;
const { train, vocabulary } = await textNamed("synthetic", { context });
const grid = mesh({ stage: devices }, { device: "cpu" }); // starts as many logical devices
const strategy = pipeline({ mesh: grid, stages, microbatches, schedule });
const whole = gpt({ vocabulary: vocabulary.size, layers: stages ?? devices, heads: 4, width, context });
const updates = new Updates(new TrainingState(strategy.place(whole), { optimizer: adamW(1e-3) }));

const count = rows * microbatches;
const from = (token: number) => tf.tensor2d(train.subarray(token, token + count * context), [count, context]);
const batch = { tensors: [from(0), from(1)], images: count };
const update = () => updates.update(batch, { place: 0, updateImages: count, learningRate: 1e-3, stop: false });
await update(); // the first step builds the graph
const atRest = bytesAtRest(grid.devices);
const profiles: Uint8Array[] = [];
for (let step = 0; step < steps; step++) profiles.push(await profileOf(update));

const seconds = (profile: Uint8Array): number => Math.max(...pipelineTasks(profile).map(({ end }) => end));
const [fastest] = profiles.sort((a, b) => seconds(a) - seconds(b));
const { peak } = stepMemory(atRest, heldOverTime(fastest, devices));
await writeFile(out, JSON.stringify({ tasks: pipelineTasks(fastest), atRest, peak }));
