import {
  checkBytesByAxis,
  checkFastestMesh,
  checkMeshMemory,
  checkStepParts,
  type StepParts,
} from "../../../../solutions/09-model-parallel/exercises/mesh-choice";
import { sentBytes } from "../../../../lib/measure";
import { type ByAxis, type MeshSizes, type TransformerStep } from "../../../../chapters/09-model-parallel/mesh-sizes";
import { axisRates, type Cluster } from "../../../../chapters/09-model-parallel/gpu-cluster";
import { exercise, guess, slip } from "../../../checks/exercise";

const wholeBlocks = ({ layers }: TransformerStep, { stage }: MeshSizes): number => Math.ceil(layers / stage);

/** With the functions of lesson 4. */
function bytes(model: TransformerStep, mesh: MeshSizes, blocks = wholeBlocks(model, mesh)): ByAxis {
  const { data, stage, tensor } = mesh;
  const between = 2 * (model.rows / data) * model.tokens * model.width;
  return {
    tensor: 4 * blocks * sentBytes(tensor, between),
    data: sentBytes(data, (4 * 12 * model.width * model.width * blocks) / tensor),
    stage: Math.min(1, stage - 1) * 2 * (between / tensor),
  };
}

function parts(model: TransformerStep, mesh: MeshSizes, rates: ByAxis, operationsPerSecond: number): StepParts {
  const sent = bytes(model, mesh);
  const m = model.rows / mesh.data;
  const operations = (72 * model.width ** 2 * wholeBlocks(model, mesh) * m * model.tokens) / mesh.tensor;
  const [compute, tensor] = [operations / operationsPerSecond, sent.tensor / rates.tensor];
  const work = compute + tensor;
  const bubble = (work * (m + mesh.stage - 1)) / m - work;
  return { compute, tensor, bubble, stage: sent.stage / rates.stage, data: sent.data / rates.data };
}

function memory(model: TransformerStep, mesh: MeshSizes, held = Math.min(mesh.stage, model.rows / mesh.data)): number {
  const blocks = wholeBlocks(model, mesh) / mesh.tensor;
  return blocks * model.width * (192 * model.width + 34 * model.tokens * held);
}

/** In loops, as a student may write it. @param sign -1 finds the slowest. */
function search(model: TransformerStep, cluster: Cluster, sign = 1): MeshSizes | undefined {
  let [best, least]: [MeshSizes | undefined, number] = [undefined, Infinity];
  for (let data = 1; data <= cluster.gpus; data++) {
    for (let tensor = 1; data * tensor <= cluster.gpus; tensor++) {
      const stage = cluster.gpus / data / tensor;
      if (!Number.isInteger(stage) || model.rows % data > 0 || model.heads % tensor > 0 || stage > model.layers)
        continue;
      const mesh = { data, stage, tensor };
      if (memory(model, mesh) > cluster.memoryBytes) continue;
      const each = Object.values(parts(model, mesh, axisRates(mesh, cluster), cluster.operationsPerSecond)) as number[];
      const seconds = sign * each.reduce((sum, part) => sum + part);
      if (seconds < least) [best, least] = [mesh, seconds];
    }
  }
  return best;
}

export const exercises = [
  exercise("09-model-parallel/test-bytes-by-axis", checkBytesByAxis, {
    right: (model, mesh) => bytes(model, mesh),
    wrong: slip("a part of a block", /whole blocks/, (model, mesh) => bytes(model, mesh, model.layers / mesh.stage)),
  }),
  exercise("09-model-parallel/test-step-parts", checkStepParts, {
    right: parts,
    wrong: [
      slip("the share of all time", /\(p - 1\) \/ m of the time of the work/, (model, mesh, ...more) => {
        const all = parts(model, mesh, ...more);
        const share = (mesh.stage - 1) / (model.rows / mesh.data + mesh.stage - 1);
        return { ...all, bubble: (all.compute + all.tensor) * share };
      }),
      guess("the rows of all", (model, mesh, ...more) => {
        const all = parts(model, mesh, ...more);
        return { ...all, compute: all.compute * mesh.data };
      }),
    ],
  }),
  exercise("09-model-parallel/test-mesh-memory", checkMeshMemory, {
    right: (model, mesh) => memory(model, mesh),
    wrong: slip("GPipe's", /GPipe's memory/, (model, mesh) => memory(model, mesh, model.rows / mesh.data)),
  }),
  exercise("09-model-parallel/test-fastest-mesh", checkFastestMesh, {
    right: (model, cluster) => search(model, cluster),
    wrong: [
      slip("too little memory", /too little memory/, (model, cluster) =>
        search(model, { ...cluster, memoryBytes: Infinity }),
      ),
      guess("the slowest", (model, cluster) => search(model, cluster, -1)),
      guess("always the same", () => ({ data: 2, stage: 8, tensor: 4 })),
    ],
  }),
];
