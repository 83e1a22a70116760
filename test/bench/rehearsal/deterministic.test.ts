import { expect, it } from "vitest";
import { captureGraphs } from "../../../bench/rehearsal/capture";
import { load, type LoadedGraph } from "../../../bench/rehearsal/captured-graph";
import { usualSubjects } from "../../../bench/rehearsal/subjects";
import { configureTensorFlow } from "../../../lib/tensorflow/engine";
import { all } from "../../extent";
import { temporaryFolder } from "../../temporary";

configureTensorFlow({ deterministic: true });

const small = ["tinyresnetv2", "tinyefficientnet", "gpt-1m"];
const models = all ? [...new Set([...small, ...usualSubjects])] : small;

/** The steps of a model on one GPU; with everything, also of all ways in which two GPUs train it. */
async function steps(model: string): Promise<LoadedGraph[]> {
  const graphs: LoadedGraph[] = [];
  const task = { models: [model], gpus: 2, folder: temporaryFolder("deterministic") };
  for await (const graph of captureGraphs({ ...task, only: all ? undefined : ["one-device"] }))
    graphs.push(load(graph));
  return graphs;
}

// Capturing refuses a step with an op that has no deterministic kernel.
it.each(models)("every step of %s has deterministic kernels on GPUs", async (model) => {
  const graphs = await steps(model);
  expect(new Set(graphs.map(({ step }) => step)).size).toBe(5);
  const ops = new Set(graphs.flatMap(({ nodes }) => nodes.map(({ op }) => op)));
  expect(ops).toContain("OneHot"); // the loss by single ops
  if (model.includes("efficientnet")) expect(ops).toContain("DepthwiseConv2dNativeBackpropFilter"); // cuDNN's
  if (model.startsWith("gpt")) expect(ops).toContain("UnsortedSegmentSum");
});
