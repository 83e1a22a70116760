import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { captureModels } from "./captures";
import { load, type CapturedGraph, type CaptureTask } from "./captured-graph";
import { checks, type Check, type Problem, type Steps, type StepsOnGpu } from "./checks";
import { askCudaWheel } from "./cuda-wheel";
import type { KernelRegistry } from "./kernels";

/** How to rehearse. */
interface RehearsalOptions {
  models: readonly string[];
  /** As a {@link CaptureTask} has it. */
  only?: CaptureTask["only"];
  /** The Python with TensorFlow's wheel for CUDA. Without it, only what it is not needed for is checked. */
  python?: string;
  /** Which graphs Grappler optimises. Default: those of the first process, and a pipeline's of all processes, whose stages differ. */
  sample?: (graph: CapturedGraph) => boolean;
  /** Reports progress. */
  say?: (line: string) => void;
}

/** What became of a check, for a line of the table. */
export interface CheckResult {
  check: Check;
  /** How many graphs it looked at; 0 where it needs TensorFlow's wheel for CUDA, and that is not here. */
  graphs: number;
  problems: Problem[];
}

/**
 * Captures every step of these models as for GPUs, lets Grappler optimise them for virtual H100s, and checks both. No GPU is
 * needed, and nothing is computed.
 * @throws one line when a step cannot be captured, or Grappler fails.
 */
export async function rehearse({
  models,
  only,
  python,
  sample = ({ task = 0, strategy }) => task === 0 || strategy.startsWith("pipeline"),
  say,
}: RehearsalOptions): Promise<CheckResult[]> {
  const results = checks.map((check): CheckResult => ({ check, graphs: 0, problems: [] }));
  for (const model of models) {
    const folder = mkdtempSync(join(os.tmpdir(), "rehearse-gpu-"));
    try {
      say?.(`${model}: capturing its steps`);
      const graphs = await captureModels([model], folder, only);
      look(results, { captured: graphs.map((graph) => load(graph)) });
      if (python === undefined) continue;
      const chosen = graphs.filter(sample);
      const registry = await optimize(python, chosen, folder, (done) => {
        if (done % 10 === 0) say?.(`${model}: Grappler has optimised ${done} of ${chosen.length} graphs`);
      });
      for (const graph of chosen) {
        lookOnGpu(results, { captured: [load(graph)], optimized: [load(graph, optimizedFile(graph))], registry });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return results;
}

function look(results: readonly CheckResult[], steps: Steps): void {
  for (const result of results) {
    if ("find" in result.check) add(result, result.check.find(steps), steps);
  }
}

function lookOnGpu(results: readonly CheckResult[], steps: StepsOnGpu): void {
  for (const result of results) {
    if ("findOnGpu" in result.check) add(result, result.check.findOnGpu(steps), steps);
  }
}

function add(result: CheckResult, problems: readonly Problem[], { captured }: Steps): void {
  result.problems.push(...problems);
  result.graphs += captured.length;
}

const optimizedFile = ({ file }: CapturedGraph): string => `${file}.optimized`;

async function optimize(
  python: string,
  graphs: readonly CapturedGraph[],
  folder: string,
  said: (done: number) => void,
): Promise<KernelRegistry> {
  const kernels = join(folder, "kernels.json");
  const optimized = graphs.map((graph) => ({
    ...{ file: optimizedFile(graph), graph: graph.file, config: graph.config, gpus: graph.replicas },
  }));
  await askCudaWheel(python, [{ file: kernels, kernels: true }, ...optimized], { done: (count) => said(count - 1) });
  return JSON.parse(readFileSync(kernels, "utf8")) as KernelRegistry;
}
