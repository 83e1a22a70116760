import type { Chapter } from "../../lib/jobs/chapters";
import type { ChapterTask, KindOfTask } from "../../lib/jobs/task";
import { presetNamed } from "../../lib/training/presets";

const oneDevice = (device: "cpu" | "gpu", resources: ChapterTask["resources"]): KindOfTask => ({
  model: "resnet50v2",
  dataset: "cifar10",
  limits: { nodes: [1, 1], gpusPerNode: device === "gpu" ? [1, 1] : [0, 0] },
  resources,
  arguments: (preset) => ({ device, ...presetNamed(preset, { device }) }),
});

export const chapter: Chapter = {
  title: "One device",
  question: "How long does training take on one device, and why? How large a batch fits into its memory?",
  gives: "a baseline, the steady epoch, the throughput, acceleration as opposed to scaling, a memory prediction",
  follows: "tasks 10.1 to 10.4 of the book chapter",
  after: [],
  needs: "2 CPU cores, 4 GB of free memory",
  runAll: "about 2 minutes",
  tasks: [
    {
      name: "cpu",
      what: "ResNet50V2 on the CPU, the baseline",
      ...oneDevice("cpu", {
        quick: { nodes: 1, gpusPerNode: 0, cpus: 2, memory: 3, minutes: 10 },
        local: { nodes: 1, gpusPerNode: 0, cpus: 4, memory: 8, minutes: 60 },
        full: { nodes: 1, gpusPerNode: 0, cpus: 20, memory: 60, minutes: 75 },
      }),
    },
    {
      name: "gpu",
      what: "ResNet50V2 on one GPU",
      ...oneDevice("gpu", {
        quick: { nodes: 1, gpusPerNode: 1, cpus: 2, memory: 3, minutes: 10 },
        local: { nodes: 1, gpusPerNode: 1, cpus: 4, memory: 8, minutes: 20 },
        full: { nodes: 1, gpusPerNode: 1, cpus: 20, memory: 60, minutes: 30 },
      }),
    },
  ],
};
