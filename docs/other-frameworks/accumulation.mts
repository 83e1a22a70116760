import { textNamed } from "parallel-training/datasets";
import { gpt } from "parallel-training/models";
import { MirroredStrategy } from "parallel-training/strategy";
import { adamW, fit } from "parallel-training/training";

const strategy = new MirroredStrategy({ devices: 2 });
const text = await textNamed("docs/other-frameworks/text.txt", { context: 16, globalBatchSize: 8, trainRows: 16 });
const model = gpt({ vocabulary: text.vocabulary.size, context: 16, layers: 2, heads: 2, width: 16, seed: 1 });
const optimizer = adamW(0.01, { weightDecay: 0 });
const { epochs } = await fit(model, text, { strategy, optimizer, epochs: 8, syncEvery: 2 });
console.log(epochs.map(({ loss }) => loss.toFixed(6)).join("\n"));
