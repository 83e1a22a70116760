import type { LoadedGraph } from "./captured-graph";
import { collectives, groupProblems, keyProblems } from "./collectives";
import { describeCopy, hostCopies, kernelProblems, type KernelRegistry } from "./kernels";
import { fusionProblems, layoutProblems, transposeProblems } from "./layout";
import { orderProblems, standstillProblems } from "./order";
import { placementProblems } from "./placement";
import { keptProblems, productProblems } from "./precision";

/** Steps of a model. */
export interface Steps {
  /** As they were captured. */
  captured: LoadedGraph[];
}

/** The same steps with what TensorFlow's wheel for CUDA knows of them. */
export interface StepsOnGpu extends Steps {
  /** After Grappler, in the same order. */
  optimized: LoadedGraph[];
  registry: KernelRegistry;
}

/** What a check found wrong: in which graph, and what. */
export interface Problem {
  graph: string;
  problem: string;
}

interface About {
  /** What holds where it passes. */
  holds: string;
  /** How to mend what it finds. */
  remedy: string;
}

/** A check that looks at steps as they were captured. */
interface CapturedCheck extends About {
  find: (steps: Steps) => Problem[];
}

/** A check that needs TensorFlow's wheel for CUDA. */
interface GpuCheck extends About {
  findOnGpu: (steps: StepsOnGpu) => Problem[];
}

export type Check = CapturedCheck | GpuCheck;

const problemsOf =
  (find: (graph: LoadedGraph) => Iterable<string>) =>
  (graph: LoadedGraph): Problem[] =>
    Array.from(find(graph), (problem) => ({ graph: graph.name, problem }));

/** Looks at each graph as it was captured. */
const ofCaptured =
  (find: (graph: LoadedGraph) => Iterable<string>): CapturedCheck["find"] =>
  ({ captured }) =>
    captured.flatMap(problemsOf(find));

/** Looks at all graphs together, as they were captured. */
const ofAll =
  (find: (graphs: readonly LoadedGraph[]) => Iterable<[LoadedGraph, string]>): CapturedCheck["find"] =>
  ({ captured }) =>
    Array.from(find(captured), ([{ name }, problem]) => ({ graph: name, problem }));

/** Looks at each graph after Grappler. */
const ofOptimized =
  (find: (graph: LoadedGraph, steps: StepsOnGpu, index: number) => Iterable<string>): GpuCheck["findOnGpu"] =>
  (steps) =>
    steps.optimized.flatMap((graph, index) => problemsOf((each) => find(each, steps, index))(graph));

/** All checks, in the order of the table. */
export const checks: readonly Check[] = [
  {
    holds: "each op has its replica's GPU, and no tensor goes from one replica's GPU to another",
    find: ofCaptured(placementProblems),
    remedy:
      "Give every op of a replica its device (lib/tensorflow/capture/function.ts), and every replica its own tensors (lib/tensorflow/capture/replica.ts).",
  },
  {
    holds: "sums and gathered parts go by NCCL, in types that it takes; what devices send each other does not",
    find: ofCaptured(groupProblems),
    remedy: "Choose another type or way in lib/tensorflow/capture/collectives.ts or collective-op.ts.",
  },
  {
    holds: "all members of a group have the same collectives by the same keys, and no two share a key",
    find: ofAll(keyProblems),
    remedy:
      "Buckets must depend on sizes only (lib/tensorflow/capture/collectives.ts), and processes must capture the same steps in the same order.",
  },
  {
    holds: "where several processes take part, NCCL's collectives follow each other in one order on each device",
    find: ofCaptured(orderProblems),
    remedy: "Let each wait for the one before: `needsOrder` of lib/tensorflow/capture/collective-keys.ts tells.",
  },
  {
    holds: "no devices wait for each other for ever",
    find: ofAll(standstillProblems),
    remedy: "Let devices come to the collectives that they share in the same order.",
  },
  {
    holds: "every op has a GPU kernel for its types, before Grappler",
    findOnGpu: ({ captured, registry }) => captured.flatMap(problemsOf(({ nodes }) => kernelProblems(registry, nodes))),
    remedy: "Use another op or type on GPUs: onGpu() of lib/tensorflow/devices.ts tells.",
  },
  {
    holds: "every op has a GPU kernel for its types, after Grappler",
    findOnGpu: ofOptimized(({ nodes }, { registry }) => kernelProblems(registry, nodes)),
    remedy: "Grappler replaced an op by this one: use an op that it leaves alone.",
  },
  {
    holds: "no step copies a tensor between the GPU's memory and the host's",
    findOnGpu: ofOptimized(({ nodes }, { registry }) => hostCopies(registry, nodes).map(describeCopy)),
    remedy:
      "Keep integers out of the step (the GPU's kernels take most of them from the host), or pass them as words, as `integerWords` does.",
  },
  {
    holds: "images have one layout from end to end: NCHW where float32 is trained, else NHWC",
    findOnGpu: ofOptimized(layoutProblems),
    remedy: "Use ops that Grappler's layout optimiser knows.",
  },
  {
    holds: "no images are transposed between layers",
    findOnGpu: ofOptimized(transposeProblems),
    remedy:
      "Use ops that Grappler's layout optimiser carries through; `--against-keras` shows whether Keras has the same.",
  },
  {
    holds: "in float16 BatchNorm takes cuDNN's persistent kernels, and the ReLU behind it with it",
    findOnGpu: ofOptimized(fusionProblems),
    remedy:
      "See that `gpuEnvironment` (lib/tensorflow/config.ts) sets TF_USE_CUDNN_BATCHNORM_SPATIAL_PERSISTENT=1 and TF_ENABLE_ONEDNN_OPTS=0.",
  },
  {
    holds: "mixed precision computes every product in 16 bits, and float32 none",
    findOnGpu: ofOptimized(productProblems),
    remedy: "See which ops compute in 16 bits (lib/tensorflow/capture/casts.ts).",
  },
  {
    holds: "new weights, statistics, losses and sums over devices are float32",
    findOnGpu: ofOptimized(keptProblems),
    remedy:
      "Leave the op out of those that compute in 16 bits (lib/tensorflow/capture/casts.ts), or cast to float32 there.",
  },
  {
    holds: "Grappler keeps every collective, and their order where several processes take part",
    findOnGpu: ofOptimized(function* (graph, { captured }, index) {
      const [left, were] = [collectives(graph), collectives(captured[index])];
      if (left !== were) yield `${left} of ${were} collectives are left`;
      yield* orderProblems(graph);
    }),
    remedy: "Name them among the step's control outputs (lib/tensorflow/capture/function.ts).",
  },
];
