import { readFileSync } from "node:fs";
import { gpt } from "../../lib/models";
import { capture, configureTensorFlow, installation, tf } from "../../lib/tensorflow/engine";
import { sparseSoftmaxCrossEntropy } from "../../lib/tensorflow/ops";
import { adamW } from "../../lib/training";
import { Gate } from "./gate";
import type { GptPlan } from "./protocol";

// This engine's GPT: forward pass, backward pass and AdamW as one captured step.

async function main(): Promise<void> {
  const gate = new Gate<GptPlan>({
    does: "lib/models' gpt, lib/training's AdamW, captured as one step",
    versions: { tensorflow: installation().version, node: process.versions.node },
  });
  configureTensorFlow({ device: "cpu" });
  const { vocabulary, context, layers, heads, width, batchSize, learningRate, weightDecay, precision } = gate.plan;
  const model = gpt({ vocabulary, context, layers, heads, width });
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const optimizer = adamW(learningRate, { weightDecay }).bind(model.trainableWeights);
  const lossOf = (tokens: tf.Tensor2D, targets: tf.Tensor1D): tf.Scalar =>
    tf.mean(sparseSoftmaxCrossEntropy(model.apply(tokens, { training: true }), targets));
  const step = capture(
    (tokens: tf.Tensor2D, targets: tf.Tensor1D, rate: tf.Scalar) => {
      const { value, grads } = tf.variableGrads(() => lossOf(tokens, targets), variables);
      optimizer.update(
        variables.map(({ name }) => grads[name]),
        rate,
      );
      return value;
    },
    { precision: precision === "float32" ? "float32" : "mixed_bfloat16" },
  );
  const rows = readRows(gate.plan);
  gate.trainingBegins();
  for (let first = 0; ; first += batchSize) {
    const batch = Array.from({ length: batchSize }, (_, index) => rows[(first + index) % rows.length]);
    const tokens = tf.tensor2d(batch.map((row) => row.slice(0, -1)), undefined, "int32"); // prettier-ignore
    const targets = tf.tensor1d(batch.flatMap((row) => row.slice(1)), "int32"); // prettier-ignore
    const rate = tf.scalar(learningRate);
    const loss = step(tokens, targets, rate);
    const [value] = await loss.data();
    tf.dispose([tokens, targets, rate, loss]);
    await gate.pass(value);
  }
}

function readRows({ tokenFile, rows, context }: GptPlan): number[][] {
  const bytes = readFileSync(tokenFile);
  const length = context + 1;
  return Array.from({ length: rows }, (_, row) => [...bytes.subarray(row * length, (row + 1) * length)]);
}

void main();
