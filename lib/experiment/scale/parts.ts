import { slowestOf } from "../../failures";
import { levelsAllReduce, nodesFor } from "../../measure";
import type { ScaleParts, ScalePlan, ScaleTerm } from "./types";

/** The share of a step's computing that is the backward pass, which does twice the forward pass's work: see `trainingWork`. */
const BACKWARD = 2 / 3;

/** What the terms multiply in one plan. Found once, because the fit evaluates a plan many times. */
export interface Place {
  plan: ScalePlan;
  nodes: number;
  /** The all-reduce by the links' rates. */
  allReduceSeconds: number;
  /** How many standard deviations the slowest device is above the mean. */
  slowest: number;
}

/** @throws one line when a number of the plan is out of range. */
export function placeOf(plan: ScalePlan): Place {
  const {
    devices,
    devicesPerNode,
    localBatch,
    gradientBytes: bytes,
    links,
    inputSecondsPerImage = 0,
    slowdown = 1,
    accumulation = 1,
  } = plan;
  if (!(slowdown > 0 && Number.isFinite(slowdown)))
    throw new Error(`A device cannot compute ${slowdown} times as long: give a number above 0.`);
  if (!Number.isInteger(accumulation) || accumulation < 1)
    throw new Error(`An update cannot have ${accumulation} batches: give a whole number from 1.`);
  if (!(localBatch > 0 && Number.isFinite(localBatch)))
    throw new Error(`A local batch of ${localBatch} images cannot be trained: give a number above 0.`);
  if (!(inputSecondsPerImage >= 0))
    throw new Error(`An image cannot be prepared in ${inputSecondsPerImage} s: give a number from 0.`);
  const nodes = nodesFor(devices, devicesPerNode);
  const { seconds: allReduceSeconds } = levelsAllReduce({ devices, devicesPerNode, bytes, links });
  return { plan, nodes, allReduceSeconds, slowest: slowestOf(devices, "normal").mean };
}

/**
 * The time of a step:
 *
 *     compute  = (local batch + half batch) x seconds per image x slowdown
 *     slowest  = compute x spread of devices x largest of so many normal values x multiple
 *     lost     = compute x share lost between nodes, on more than one node
 *     visible  = max(multiple x all-reduce, all-reduce - backward pass) / batches of an update
 *     step     = max(compute + slowest + lost + visible, preparing the node's images)
 *
 * A device's efficiency is thereby local batch / (local batch + half batch), the hyperbola of R. Hockney and C. Jesshope, Parallel
 * Computers 2, 1988: small batches use a device badly. No more of an all-reduce can hide than the backward pass is long.
 * The share lost between nodes is the same on any number of them. Of the forms tried on the fitted H100 rows it left the smallest
 * errors on plans left out: 5.1 %, none at all 9.1 %, 1 - 1/n 6.5 %, the largest of n 7.6 %, log2(n) 8.3 % (root mean squares, by
 * test/experiment/scale/reference.py).
 */
export function partsAt(
  { plan, nodes, allReduceSeconds: bySheet, slowest }: Place,
  terms: Readonly<Record<ScaleTerm, number>>,
  deviceSpread: number,
): ScaleParts {
  const { localBatch, devicesPerNode, inputSecondsPerImage = 0, slowdown = 1, accumulation = 1 } = plan;
  const computeSeconds = (localBatch + terms.halfBatch) * terms.secondsPerImage * slowdown;
  const slowestSeconds = computeSeconds * deviceSpread * slowest * terms.slowest;
  const betweenNodesSeconds = nodes > 1 ? computeSeconds * terms.betweenNodes : 0;
  const allReduceSeconds = (bySheet * Math.max(1, terms.allReduce)) / accumulation;
  const hiddenSeconds = Math.min(bySheet * Math.max(0, 1 - terms.allReduce), BACKWARD * computeSeconds) / accumulation;
  const busy = computeSeconds + slowestSeconds + betweenNodesSeconds + allReduceSeconds - hiddenSeconds;
  const inputSeconds = Math.max(0, localBatch * devicesPerNode * inputSecondsPerImage - busy);
  return {
    seconds: busy + inputSeconds,
    ...{ computeSeconds, slowestSeconds, betweenNodesSeconds, allReduceSeconds, hiddenSeconds, inputSeconds },
  };
}
