import type { Chapter } from "../../lib/jobs/chapters";
import { severalDevices } from "../../lib/jobs/task";

export const chapter: Chapter = {
  title: "A deeper model",
  question: "Does a network that computes more per step scale better?",
  gives:
    "computation against communication, explanations that you test and reject, a prediction for an unmeasured model",
  follows: "tasks 10.6 and 10.7",
  after: [2],
  needs: "2 CPU cores, 8 GB of free memory",
  runAll: "about 3 minutes",
  tasks: [
    {
      name: "deeper-model",
      what: "ResNet152V2 on several GPUs of a node",
      ...severalDevices("resnet152v2"),
    },
  ],
};
