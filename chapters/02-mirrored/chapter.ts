import type { Chapter } from "../../lib/jobs/chapters";
import { severalDevices } from "../../lib/jobs/task";

export const chapter: Chapter = {
  title: "Several devices",
  question: "What do you gain from a second device, and from a fourth?",
  gives: "data parallelism, the all-reduce, speedup, efficiency, weak and strong scaling, the bill for a faster epoch",
  follows: "task 10.5",
  after: [1],
  needs: "2 CPU cores, 6 GB of free memory",
  runAll: "about 3 minutes",
  tasks: [
    {
      name: "mirrored",
      what: "ResNet50V2 on several GPUs of a node",
      ...severalDevices("resnet50v2"),
    },
  ],
};
