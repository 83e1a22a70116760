// Trains a GPT of 11 million weights on 4 machines of 16 GB each, over links of 1 Gb/s. Steps should be as short as possible.
import { textNamed } from "parallel-training/datasets";
import { gpt, gptSizes } from "parallel-training/models";
import { fullyShard } from "parallel-training/sharding";
import { resolveCluster } from "parallel-training/strategy";
import { adamW, fit } from "parallel-training/training";

const strategy = fullyShard({ devices: 1, zero: 3, cluster: await resolveCluster() });
const text = await textNamed("shakespeare", { context: 256, globalBatchSize: 32 });
const sizes = { ...gptSizes["gpt-10m"], vocabulary: text.vocabulary.size };
const model = gpt(sizes);

await fit(model, text, { strategy, optimizer: adamW(0.001), epochs: 2 });
