import type { Chapter } from "../../lib/jobs/chapters";
import { sharedModel, type Share } from "../../lib/jobs/task";
import { gptSizes } from "../../lib/models/gpt-sizes"; // without the models, which load TensorFlow

/** The devices of a node share the layers, as many as can have equally many heads. The others have copies, and nodes are stages. */
const shareLayers: Share = (devices, nodes, model) => {
  const { heads, layers } = gptSizes[model];
  if (nodes > layers) {
    throw new Error(
      `${model} has ${layers} blocks, too few for a stage on each of ${nodes} nodes: take at most ${layers}.`,
    );
  }
  const counts = Array.from({ length: devices }, (_, index) => index + 1);
  const tensor = Math.max(...counts.filter((count) => devices % count === 0 && heads % count === 0));
  return { data: devices / tensor, tensor, stages: nodes };
};

export const chapter: Chapter = {
  title: "Cut the model",
  question: "How do devices share one model, and how much of each way do you take?",
  gives: "tensor parallelism, pipelines and their schedules, the bubble, 1F1B, a mesh for 64 GPUs",
  follows: "papers on Megatron-LM, GPipe and PipeDream; published trainings of Llama 3.1 405B",
  after: [2, 8],
  needs: "2 CPU cores, 4 GB of free memory",
  runAll: "1 to 2 minutes",
  tasks: [
    {
      name: "model-parallel",
      what: "a GPT whose layers the GPUs of a node share, or in stages on several nodes",
      ...sharedModel(shareLayers),
    },
  ],
};
