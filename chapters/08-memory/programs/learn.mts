// Trains a small GPT on one device, and has it write a few lines before and after. Writes the run's record to results/.
//   node dist/chapters/08-memory/programs/learn.mjs --dataset synthetic --samples results/learn.txt
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { textNamed } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { gpt, gptSizes, sample } from "parallel-training/models";
import { OneDeviceStrategy } from "parallel-training/strategy";
import { adamW, clipped, fit } from "parallel-training/training";

const { epochs, stepsPerEpoch, context, batchSize, learningRate, dataset, samples } = programArguments({
  epochs: 2,
  stepsPerEpoch: 150,
  context: 64, // tokens of a row
  batchSize: 8, // rows of a step
  learningRate: 0.003,
  dataset: ["shakespeare", "synthetic"],
  samples: "results/learn.txt", // the file for what the model writes
});

const strategy = new OneDeviceStrategy({ device: "cpu" });
const text = await textNamed(dataset, { context, globalBatchSize: batchSize, testRows: 64 });
const { vocabulary } = text;
const model = gpt({ ...gptSizes["gpt-1m"], context, vocabulary: vocabulary.size });
const start = vocabulary.encode("\n");
const lines = async () => vocabulary.decode(await sample(model, { tokens: start, count: 180, temperature: 0.8 }));

const before = await lines();
const optimizer = clipped(adamW(learningRate, { warmUpSteps: 20 }), 1);
await fit(model, text, { strategy, optimizer, epochs, stepsPerEpoch });
const written = `Before its training, the model wrote:\n${before}\n\nAfter it, the model wrote:\n${await lines()}\n`;
await mkdir(dirname(samples), { recursive: true });
await writeFile(samples, written);
