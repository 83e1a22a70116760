// Trains a GPT of 11 million weights on 4 machines of 16 GB each, over links of 1 Gb/s. Steps should be as short as possible.
import { textNamed } from "parallel-training/datasets";
import { gpt, gptSizes } from "parallel-training/models";
import { fullyShard, mesh } from "parallel-training/sharding";
import { resolveCluster } from "parallel-training/strategy";
import { adamW, fit } from "parallel-training/training";

const grid = mesh({ data: 4 }, { cluster: await resolveCluster() });
const text = await textNamed("shakespeare", { context: 256, globalBatchSize: 32 });
const sizes = { ...gptSizes["gpt-10m"], vocabulary: text.vocabulary.size };
const model = fullyShard(gpt(sizes), { mesh: grid, level: 3 });

await fit(model, text, { optimizer: adamW(0.001), epochs: 2 });
