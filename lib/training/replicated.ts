import { createHash } from "node:crypto";
import type { Chain } from "../models";
import type { Strategy } from "../strategy";
import { bytesOf } from "../tensorflow/engine";
import type { LossScale } from "./loss-scale";
import type { Optimizer } from "./optimizer";
import { evaluationStep } from "./step";
import type { Trainer } from "./trainer";
import { Updates } from "./update";

/** A model of which each device under a strategy has a copy. */
export function replicated(model: Chain, strategy: Strategy, optimizer: Optimizer, lossScale?: LossScale): Trainer {
  const bound = optimizer.bind(model.trainableWeights);
  const variables = [...model.weights, ...bound.slots, ...(lossScale?.variables ?? [])];
  return {
    ...{ model, variables, placed: strategy },
    gradientBytes: model.trainableWeights.reduce((sum, { variable }) => sum + 4 * variable.size, 0),
    updates: (feed, { batches, ...options }) =>
      new Updates({ model, strategy, lossScale, ...options }, feed, bound, batches),
    evaluation: (feed, options) => evaluationStep({ model, strategy, ...options }, feed),
    weightsDigest: () => {
      const digest = createHash("sha256");
      for (const { variable } of variables) digest.update(bytesOf(variable.dataSync()));
      return digest.digest("hex");
    },
    checkReplicas: () => strategy.checkReplicas(model.weights),
    joinCheckpoint: () => Promise.resolve(), // the first process has all of it
    dispose: () => bound.dispose(),
  };
}
