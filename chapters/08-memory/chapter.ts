import type { Chapter } from "../../lib/jobs/chapters";
import { sharedModel } from "../../lib/jobs/task";

export const chapter: Chapter = {
  title: "A model that does not fit",
  question: "Where does the memory of a training go, and how can devices share it?",
  gives:
    "the model states of a training, the activations of a transformer, a backward pass with checkpoints, the stages of ZeRO in bytes held and sent, the fastest way that fits",
  follows: "the papers on checkpoints, ZeRO and the activations of transformers",
  after: [2],
  needs: "2 CPU cores, 6 GB of free memory",
  runAll: "about 2 minutes",
  tasks: [
    {
      name: "memory",
      what: "a GPT whose training state is divided among devices (ZeRO stage 3)",
      ...sharedModel((devices) => ({ devices, zero: 3 })),
    },
  ],
};
