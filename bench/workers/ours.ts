import type { Dataset } from "../../datasets";
import { modelNamed } from "../../lib/models";
import {
  MirroredStrategy,
  MultiWorkerMirroredStrategy,
  OneDeviceStrategy,
  resolveCluster,
  type Strategy,
} from "../../lib/strategy";
import { installation } from "../../lib/tensorflow/engine";
import { sgd } from "../../lib/training";
import { configurationOf, feedOf } from "../../lib/training/configuration";
import { TrainingLoop } from "../../lib/training/epoch";
import { Interruption } from "../../lib/training/interruption";
import { silent } from "../../lib/training/progress";
import { RunLog } from "../../lib/training/run-log";
import { TrainingState } from "../../lib/training/state";
import { Updates } from "../../lib/training/update";
import { whereAmI } from "../../lib/training/where";
import { Gate } from "./gate";
import { readImages } from "./images";
import type { Plan } from "./protocol";

// This engine, under any strategy: the loop of `fit`, which waits at the gate after each step.

async function main(): Promise<void> {
  const gate = new Gate({
    does: "lib/training's loop over a captured step that gathers, resizes, and scales its images",
    versions: { tensorflow: installation().version, node: process.versions.node },
  });
  const { plan } = gate;
  const strategy = await strategyOf(plan);
  const set = readImages(plan);
  const shape: [number, number, number] = [plan.imageSize, plan.imageSize, set.shape[2]];
  const model = modelNamed(plan.model ?? "resnet50v2", { inputShape: shape, classes: plan.classes, seed: 1 });
  const syncEvery = plan.syncEvery ?? 1;
  const optimizer = sgd(plan.learningRate);
  const dataset: Dataset = {
    name: "benchmark",
    classes: Array.from({ length: plan.classes }, String),
    train: set,
    test: set,
    imageSize: plan.imageSize,
    globalBatchSize: plan.batchSize * (plan.addresses?.length ?? 1),
    source: plan.imageFile,
  };
  const precision = plan.precision === "float32" ? "float32" : "mixed_bfloat16";
  const placed = strategy.place(model);
  const state = new TrainingState(placed, { optimizer, batches: syncEvery });
  const options = { optimizer, epochs: 1, precision, program: "bench", syncEvery } as const;
  const configuration = configurationOf({ model, strategy }, dataset, options);
  await strategy.team?.join({});
  gate.trainingBegins();
  const feed = feedOf(dataset, "train", placed, configuration);
  const updates = new Updates(state, { feed, precision });
  const log = RunLog.start("unwritten", whereAmI(strategy), configuration);
  const interruption = new Interruption(() => process.exit(1));
  const stepsPerEpoch = feed.stepsPerEpoch - (feed.stepsPerEpoch % syncEvery);
  const position = { epoch: 1, stepInEpoch: 0, globalStep: 0 };
  const loop = new TrainingLoop({
    ...{ feed, updates, stepsPerEpoch, syncEvery, optimizer, seed: configuration.seed },
    ...{ log, position, progress: silent, interruption },
  });
  for (;;) {
    for await (const step of loop.steps()) {
      await loop.run(step);
      await gate.pass(log.record.epochs.at(-1)?.steps.loss.at(-1));
    }
    position.epoch++;
    position.stepInEpoch = 0;
  }
}

async function strategyOf({ addresses, devices, bucketMegabytes }: Plan): Promise<Strategy> {
  const options = { device: "cpu", devices, bucketMegabytes } as const;
  if (addresses) return new MultiWorkerMirroredStrategy({ ...options, cluster: await resolveCluster() });
  return devices === undefined ? new OneDeviceStrategy({ device: "cpu" }) : new MirroredStrategy(options);
}

void main();
