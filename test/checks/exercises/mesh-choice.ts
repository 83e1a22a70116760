import {
  checkBytesByAxis,
  checkFastestMesh,
  checkMeshMemory,
  checkStepParts,
  type StepParts,
} from "../../../lib/checks";
import {
  axisRates,
  sentBytes,
  type ByAxis,
  type Cluster,
  type MeshSizes,
  type TransformerStep,
} from "../../../lib/measure";
import { exercise } from "../exercise";

const ring = (n: number) => (2 * (n - 1)) / n;

function bytes({ layers, width, tokens, rows }: TransformerStep, { data, stage, tensor }: MeshSizes): ByAxis {
  const blocks = Math.ceil(layers / stage);
  const numbers = (rows / data) * tokens * width;
  return {
    data: ring(data) * 4 * ((12 * width ** 2 * blocks) / tensor),
    stage: stage === 1 ? 0 : (2 * 2 * numbers) / tensor,
    tensor: 4 * blocks * ring(tensor) * 2 * numbers,
  };
}

/** The same, with the functions of lesson 4. */
function bytesByRings(model: TransformerStep, { data, stage, tensor }: MeshSizes): ByAxis {
  let blocks = 0;
  while (blocks * stage < model.layers) blocks++;
  const between = 2 * (model.rows / data) * model.tokens * model.width;
  return {
    tensor: 4 * blocks * sentBytes(tensor, between),
    data: sentBytes(data, (4 * 12 * model.width * model.width * blocks) / tensor),
    stage: Math.min(1, stage - 1) * 2 * (between / tensor),
  };
}

const microbatches = ({ rows }: TransformerStep, { data }: MeshSizes) => rows / data;
const operations = ({ layers, width, tokens, rows }: TransformerStep, { data, stage, tensor }: MeshSizes) =>
  (6 * 12 * width ** 2 * Math.ceil(layers / stage) * rows * tokens) / data / tensor;

function parts(model: TransformerStep, mesh: MeshSizes, rates: ByAxis, operationsPerSecond: number): StepParts {
  const sent = bytes(model, mesh);
  const compute = operations(model, mesh) / operationsPerSecond;
  const tensor = sent.tensor / rates.tensor;
  const bubble = ((compute + tensor) * (mesh.stage - 1)) / microbatches(model, mesh);
  return { compute, tensor, bubble, stage: sent.stage / rates.stage, data: sent.data / rates.data };
}

const memory = (model: TransformerStep, mesh: MeshSizes, held = Math.min(mesh.stage, microbatches(model, mesh))) => {
  const blocks = Math.ceil(model.layers / mesh.stage);
  return (16 * 12 * model.width ** 2 * blocks + 34 * model.tokens * model.width * blocks * held) / mesh.tensor;
};

const total = (each: StepParts) => each.compute + each.tensor + each.bubble + each.stage + each.data;

interface Search {
  fits?: (needed: number, there: number) => boolean;
  better?: (mesh: MeshSizes, seconds: number, needed: number) => number;
}

/** All meshes, the best by a number. */
function search(model: TransformerStep, cluster: Cluster, { fits, better }: Search = {}): MeshSizes | undefined {
  const divisors = (of: number) => [...Array(of).keys()].map((each) => each + 1).filter((each) => of % each === 0);
  const all = divisors(cluster.gpus).flatMap((tensor) =>
    divisors(cluster.gpus / tensor).map((stage): MeshSizes => ({ data: cluster.gpus / tensor / stage, stage, tensor })),
  );
  const allowed = all.filter(
    ({ data, stage, tensor }) => model.rows % data === 0 && stage <= model.layers && model.heads % tensor === 0,
  );
  const scored = allowed.flatMap((mesh) => {
    const needed = memory(model, mesh);
    if (!(fits ?? ((bytesNeeded, there) => bytesNeeded <= there))(needed, cluster.memoryBytes)) return [];
    const seconds = total(parts(model, mesh, axisRates(mesh, cluster), cluster.operationsPerSecond));
    return [{ mesh, score: better?.(mesh, seconds, needed) ?? seconds }];
  });
  return scored.sort((one, other) => one.score - other.score).at(0)?.mesh;
}

/** In loops, as a student may write it. */
function searchInLoops(model: TransformerStep, cluster: Cluster): MeshSizes | undefined {
  let [best, least]: [MeshSizes | undefined, number] = [undefined, Infinity];
  for (let data = 1; data <= cluster.gpus; data++) {
    for (let tensor = 1; data * tensor <= cluster.gpus; tensor++) {
      const stage = cluster.gpus / data / tensor;
      if (!Number.isInteger(stage) || model.rows % data > 0 || model.heads % tensor > 0 || stage > model.layers)
        continue;
      const mesh = { data, stage, tensor };
      if (memory(model, mesh) > cluster.memoryBytes) continue;
      const seconds = total(parts(model, mesh, axisRates(mesh, cluster), cluster.operationsPerSecond));
      if (seconds < least) [best, least] = [mesh, seconds];
    }
  }
  return best;
}

export const exercises = [
  exercise({
    what: "the bytes along each axis",
    cell: "09-model-parallel/test-bytes-by-axis",
    check: checkBytesByAxis,
    right: [bytes, bytesByRings],
    wrong: [
      {
        what: "the rows of all",
        answer: (model, mesh) => ({ ...bytes(model, mesh), tensor: bytes(model, mesh).tensor * mesh.data }),
        says: /its own copy of the model/,
      },
      {
        what: "activations that go one way",
        answer: (model, mesh) => ({ ...bytes(model, mesh), stage: bytes(model, mesh).stage / 2 }),
        says: /come backward/,
      },
      {
        what: "the gradients of the whole model",
        answer: (model, mesh) => ({ ...bytes(model, mesh), data: bytes(model, mesh).data * mesh.tensor * mesh.stage }),
        says: /its own weights/,
      },
      {
        what: "all blocks on each device",
        answer: (model, mesh) => ({
          ...bytes(model, mesh),
          tensor: (bytes(model, mesh).tensor / Math.ceil(model.layers / mesh.stage)) * model.layers,
        }),
        says: /blocks of its stage/,
      },
      {
        what: "a part of a block",
        answer: (model, mesh) => {
          const part = model.layers / mesh.stage / Math.ceil(model.layers / mesh.stage);
          const { data, stage, tensor } = bytes(model, mesh);
          return { data: data * part, stage, tensor: tensor * part };
        },
        says: /whole blocks/,
      },
    ],
  }),
  exercise({
    what: "the seconds of a step",
    cell: "09-model-parallel/test-step-parts",
    check: checkStepParts,
    right: [
      parts,
      (model, mesh, rates, operationsPerSecond) => {
        const sent = bytesByRings(model, mesh);
        const m = microbatches(model, mesh);
        const work = operations(model, mesh) / operationsPerSecond + sent.tensor / rates.tensor;
        return {
          compute: work - sent.tensor / rates.tensor,
          tensor: sent.tensor / rates.tensor,
          bubble: (work * (m + mesh.stage - 1)) / m - work,
          stage: sent.stage / rates.stage,
          data: sent.data / rates.data,
        };
      },
    ],
    wrong: [
      {
        what: "a bubble of computing only",
        answer: (model, mesh, ...more) => {
          const all = parts(model, mesh, ...more);
          return { ...all, bubble: (all.compute * (mesh.stage - 1)) / microbatches(model, mesh) };
        },
        says: /take both/,
      },
      {
        what: "the share of all time",
        answer: (model, mesh, ...more) => {
          const all = parts(model, mesh, ...more);
          const share = (mesh.stage - 1) / (microbatches(model, mesh) + mesh.stage - 1);
          return { ...all, bubble: (all.compute + all.tensor) * share };
        },
        says: /\(p - 1\) \/ m of the time of the work/,
      },
      {
        what: "the forward pass",
        answer: (model, mesh, rates, rate) => parts(model, mesh, rates, 3 * rate),
        says: /That is the forward pass|expected/,
      },
      {
        what: "the rows of all",
        answer: (model, mesh, rates, rate) => {
          const all = parts(model, mesh, rates, rate);
          return { ...all, compute: all.compute * mesh.data };
        },
      },
    ],
  }),
  exercise({
    what: "the memory of a device",
    cell: "09-model-parallel/test-mesh-memory",
    check: checkMeshMemory,
    right: [
      (model, mesh) => memory(model, mesh),
      (model, { data, stage, tensor }) => {
        const blocks = Math.ceil(model.layers / stage) / tensor;
        const held = model.rows / data < stage ? model.rows / data : stage;
        return blocks * model.width * (192 * model.width + 34 * model.tokens * held);
      },
    ],
    wrong: [
      { what: "no activations", answer: (model, mesh) => memory(model, mesh, 0), says: /come on top/ },
      { what: "one microbatch", answer: (model, mesh) => memory(model, mesh, 1), says: /as there are stages/ },
      {
        what: "GPipe's",
        answer: (model, mesh) => memory(model, mesh, microbatches(model, mesh)),
        says: /GPipe's memory/,
      },
      { what: "more than there are", answer: (model, mesh) => memory(model, mesh, mesh.stage), says: /than there are/ },
      { what: "gigabytes", answer: (model, mesh) => memory(model, mesh) / 1e9, says: /Give bytes/ },
    ],
  }),
  exercise({
    what: "the fastest mesh",
    cell: "09-model-parallel/test-fastest-mesh",
    check: checkFastestMesh,
    right: [search, searchInLoops],
    wrong: [
      {
        what: "too little memory",
        answer: (model, cluster) => search(model, cluster, { fits: () => true }),
        says: /too little memory/,
      },
      {
        what: "the least memory",
        answer: (model, cluster) => search(model, cluster, { better: (_mesh, _seconds, needed) => needed }),
        says: /needs the least memory/,
      },
      {
        what: "the slowest",
        answer: (model, cluster) => search(model, cluster, { better: (_mesh, seconds) => -seconds }),
      },
      {
        what: "always the same",
        answer: () => ({ data: 2, stage: 8, tensor: 4 }),
      },
    ],
  }),
];
