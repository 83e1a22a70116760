import { type ByAxis, type MeshSizes, type TransformerStep } from "../../../chapters/09-model-parallel/mesh-sizes";
import { axisRates, type Cluster } from "../../../chapters/09-model-parallel/gpu-cluster";
import type { PublishedMesh } from "../../../chapters/09-model-parallel/llama-405b";
import { type Check, checkAnswer, checkByCases, type Slip, type Trial } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** Bytes of a number between two blocks, in bfloat16, and of a gradient, in float32. */
const [ACTIVATION, GRADIENT] = [2, 4];

/** The GPT of 39 thousand million weights for which the lesson chooses a mesh. */
export const gpt: TransformerStep = { layers: 48, heads: 64, width: 8_192, tokens: 4_096, rows: 256 };

const meshText = ({ data, stage, tensor }: MeshSizes): string => `data ${data}, stage ${stage}, tensor ${tensor}`;
const modelText = ({ layers, width, rows }: TransformerStep): string =>
  `${layers} blocks of width ${formatNumber(width)}, ${formatNumber(rows)} rows`;

const blocksOf = ({ layers }: TransformerStep, { stage }: MeshSizes): number => Math.ceil(layers / stage);
/** Weights of a device. */
export const weightsOf = (model: TransformerStep, mesh: MeshSizes, blocks = blocksOf(model, mesh)): number =>
  (12 * model.width ** 2 * blocks) / mesh.tensor;
const ring = (devices: number): number => (2 * (devices - 1)) / devices;

/** Bytes that a device sends in a step. */
export function bytesByAxis(model: TransformerStep, mesh: MeshSizes): ByAxis {
  const { data, stage, tensor } = mesh;
  const between = (model.rows / data) * model.tokens * model.width * ACTIVATION;
  return {
    data: ring(data) * GRADIENT * weightsOf(model, mesh),
    stage: stage > 1 ? (2 * between) / tensor : 0,
    tensor: 4 * blocksOf(model, mesh) * ring(tensor) * between,
  };
}

const BYTES: [model: TransformerStep, mesh: MeshSizes][] = [
  [gpt, { data: 4, stage: 4, tensor: 4 }],
  [gpt, { data: 64, stage: 1, tensor: 1 }],
  [{ ...gpt, layers: 126, rows: 512 }, { data: 8, stage: 8, tensor: 2 }],
]; // prettier-ignore

/** Checks a function that gives the bytes that a device sends along each axis of a mesh in a step. */
export const checkBytesByAxis = checkByCases("Bytes along each axis", BYTES, (model, mesh) => {
  const right = bytesByAxis(model, mesh);
  const { data, stage, tensor } = mesh;
  const blocks = blocksOf(model, mesh);
  const uneven = model.layers / stage / blocks;
  const all: Slip[] = [
    [{ ...right, tensor: right.tensor * data }, "A device sees the rows of its own copy of the model: rows / data."],
    [{ ...right, stage: right.stage * tensor }, "Devices that share a stage also share what goes to the next one: divide by tensor."],
    [{ ...right, stage: right.stage / 2 }, "Activations go forward, and as many gradients come backward."],
    [{ ...right, tensor: (right.tensor / blocks) * model.layers }, "A device has the blocks of its stage only."],
    [{ ...right, tensor: right.tensor / blocks }, "Each block has its four all-reduces."],
    [{ ...right, data: right.data * tensor * stage }, "A device adds up the gradients of its own weights: those of its stage and of its share."],
    [{ ...right, data: right.data * tensor }, "The devices along tensor share a block's weights: divide by tensor."],
    [{ ...right, data: right.data / 2 }, "A gradient has 4 bytes, and a number between blocks has 2."],
    [{ ...right, tensor: right.tensor * 2 }, "A number between blocks has 2 bytes, and a gradient has 4."],
    [{ data: right.data / ring(data), stage: right.stage, tensor: right.tensor / ring(tensor) }, "In a ring a device sends 2 (n - 1) / n of what it holds."],
    [bytesByAxis({ ...model, layers: model.layers - (model.layers % stage) }, mesh), "The blocks do not divide evenly: take the stage that has most, rounded up."],
    [{ ...right, data: right.data * uneven, tensor: right.tensor * uneven }, "A stage has whole blocks: take the one that has most, rounded up."],
  ]; // prettier-ignore
  return { what: `${modelText(model)}; ${meshText(mesh)}`, expected: right, unit: "bytes", slips: all };
});

/** The seconds of a step on a device. */
export interface StepParts {
  compute: number;
  tensor: number;
  bubble: number;
  stage: number;
  data: number;
}

type Machine = Pick<Cluster, "operationsPerSecond">;

export function partsOf(
  model: TransformerStep,
  mesh: MeshSizes,
  rates: ByAxis,
  { operationsPerSecond }: Machine,
): StepParts {
  const bytes = bytesByAxis(model, mesh);
  const microbatches = model.rows / mesh.data;
  const compute = (6 * weightsOf(model, mesh) * microbatches * model.tokens) / operationsPerSecond;
  const [data, stage, tensor] = [bytes.data / rates.data, bytes.stage / rates.stage, bytes.tensor / rates.tensor];
  return { compute, tensor, bubble: ((compute + tensor) * (mesh.stage - 1)) / microbatches, stage, data };
}

export const h100: Cluster = {
  ...{ gpus: 64, gpusPerNode: 8, memoryBytes: 80e9, operationsPerSecond: 500e12 },
  ...{ insideBytesPerSecond: 450e9, betweenBytesPerSecond: 50e9 },
};

const TIMES: [model: TransformerStep, mesh: MeshSizes, rates: ByAxis, operationsPerSecond: number][] = [
  [gpt, { data: 4, stage: 4, tensor: 4 }, axisRates({ data: 4, stage: 4, tensor: 4 }, h100), 500e12],
  [gpt, { data: 8, stage: 1, tensor: 8 }, axisRates({ data: 8, stage: 1, tensor: 8 }, h100), 500e12],
];

/** Checks a function that gives the seconds of the parts of a step, if none of them hides behind another. */
export const checkStepParts = checkByCases("Seconds of a step", TIMES, (model, mesh, rates, operationsPerSecond) => {
  const right = partsOf(model, mesh, rates, { operationsPerSecond });
  const microbatches = model.rows / mesh.data;
  const work = right.compute + right.tensor;
  const { bubble, compute } = right;
  return {
    what: `${modelText(model)}; ${meshText(mesh)}`,
    expected: right,
    unit: "s",
    slips: [
      [{ ...right, bubble: (compute * (mesh.stage - 1)) / microbatches }, "While a device is idle in the bubble, the others compute and also add up: take both."],
      [{ ...right, bubble: (work * (mesh.stage - 1)) / (microbatches + mesh.stage - 1) }, "The bubble is (p - 1) / (m + p - 1) of all time, and (p - 1) / m of the time of the work."],
      [{ ...right, bubble: (mesh.stage - 1) / microbatches }, "That is a share of the work: multiply it by the work's seconds."],
      [{ ...right, compute: compute * mesh.data, bubble: bubble + ((mesh.data - 1) * compute * (mesh.stage - 1)) / microbatches }, "A device computes the rows of its own copy of the model."],
      [{ ...right, compute: compute / 3, bubble: bubble - ((2 / 3) * compute * (mesh.stage - 1)) / microbatches }, "That is the forward pass: backward takes twice as many operations, 6 for each weight and token in all."],
    ],
  }; // prettier-ignore
});

/** What a device holds: weights, gradients and Adam's numbers, and the activations of the microbatches that are under way. */
export function memoryOf(
  model: TransformerStep,
  mesh: MeshSizes,
  held = Math.min(mesh.stage, model.rows / mesh.data),
): number {
  const activations = (34 * model.tokens * model.width * blocksOf(model, mesh) * held) / mesh.tensor;
  return 16 * weightsOf(model, mesh) + activations;
}

const MEMORY: [model: TransformerStep, mesh: MeshSizes][] = [
  [gpt, { data: 4, stage: 4, tensor: 4 }],
  [gpt, { data: 64, stage: 1, tensor: 1 }],
  [{ ...gpt, rows: 32 }, { data: 8, stage: 8, tensor: 1 }],
]; // prettier-ignore

/**
 * Checks a function that gives the bytes of a device: 16 for each of its weights (S. Rajbhandari et al., ZeRO, 2020), and 34 for each
 * number between blocks (V. Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, 2022).
 */
export const checkMeshMemory = checkByCases("What fits", MEMORY, (model, mesh) => {
  const right = memoryOf(model, mesh);
  const microbatches = model.rows / mesh.data;
  const own = 16 * weightsOf(model, mesh);
  return {
    what: `${modelText(model)}; ${meshText(mesh)}`,
    expected: right,
    unit: "bytes",
    slips: [
      [own, "Those are the weights and what belongs to them: the activations are needed, too."],
      [memoryOf(model, mesh, 1), "Under 1F1B the first device holds as many microbatches as there are stages, if there are so many."],
      [memoryOf(model, mesh, microbatches), "That is GPipe's memory: under 1F1B a device holds at most as many microbatches as there are stages."],
      [memoryOf(model, mesh, mesh.stage), "It cannot hold more microbatches than there are."],
      [own + (right - own) * mesh.tensor, "The devices along tensor also share the activations."],
      [own * mesh.tensor + right - own, "The devices along tensor share the weights."],
      [right / 1e9, "Give bytes."],
    ],
  }; // prettier-ignore
});

export interface Found {
  mesh: MeshSizes;
  seconds: number;
  bytes: number;
}

/** All meshes of a cluster's GPUs that the model allows. */
export function meshesOf(model: TransformerStep, cluster: Cluster): Found[] {
  const { gpus } = cluster;
  const found: Found[] = [];
  for (let tensor = 1; tensor <= gpus; tensor++) {
    for (let stage = 1; stage * tensor <= gpus && stage <= model.layers; stage++) {
      const mesh = { data: gpus / (stage * tensor), stage, tensor };
      if (gpus % (stage * tensor) !== 0 || model.rows % mesh.data !== 0 || model.heads % tensor !== 0) continue;
      const { compute, bubble, ...sent } = partsOf(model, mesh, axisRates(mesh, cluster), cluster);
      const seconds = compute + bubble + sent.data + sent.stage + sent.tensor;
      found.push({ mesh, seconds, bytes: memoryOf(model, mesh) });
    }
  }
  return found;
}

export const fastest = (
  all: readonly Found[],
  by: (found: Found) => number = ({ seconds }) => seconds,
): MeshSizes | undefined => [...all].sort((one, other) => by(one) - by(other)).at(0)?.mesh;

const SEARCHES: [what: string, model: TransformerStep, cluster: Cluster][] = [
  ["64 GPUs, 400 Gb/s each between nodes", gpt, h100],
  ["the same with a quarter of the rows", { ...gpt, rows: 64 }, h100],
  ["64 GPUs with 40 GB each, 25 Gb/s each between nodes", gpt, { ...h100, memoryBytes: 40e9, betweenBytesPerSecond: 3.125e9 }],
  ["a small model", { ...gpt, layers: 12, heads: 16, width: 1_024 }, h100],
]; // prettier-ignore

/** Checks a function that finds the fastest mesh whose devices have enough memory. */
export const checkFastestMesh = (
  find: (model: TransformerStep, cluster: Cluster) => MeshSizes | undefined,
  cases = SEARCHES,
): Check =>
  checkByCases("Search all meshes", cases, (what, model, cluster) => {
    const all = meshesOf(model, cluster);
    const fitting = all.filter(({ bytes }) => bytes <= cluster.memoryBytes);
    const slip = (mesh: MeshSizes | undefined, hint: string): Slip[] => (mesh ? [[mesh, hint]] : []);
    return {
      what,
      expected: fastest(fitting),
      slips: [
        ...slip(fastest(all), "That is the fastest of all, but its devices have too little memory."),
        ...slip(fastest(fitting, ({ bytes }) => bytes), "That mesh needs the least memory: the fastest is asked for."),
        ...slip(fitting.at(0)?.mesh, "That is the first mesh that fits: is there a faster one?"),
      ],
    }; // prettier-ignore
  })((_what, model, cluster) => find(model, cluster));

/** How well a training went on to more GPUs. */
export interface ScaledOut {
  /** The rows that are trained in a second on many GPUs against few, as a share of the ideal. */
  efficiency: number;
  /** The share of the time that the schedule leaves idle, on few GPUs and on many. */
  bubbles: [few: number, many: number];
}

const PUBLISHED: [few: PublishedMesh, many: PublishedMesh][] = [
  [
    mlperf({ gpus: 512, data: 8, microbatches: 144, secondsPerStep: 17.26 }),
    mlperf({ gpus: 2_560, data: 40, microbatches: 24, secondsPerStep: 3.19 }),
  ],
];

function mlperf(own: Pick<PublishedMesh, "gpus" | "data" | "microbatches" | "secondsPerStep">): PublishedMesh {
  return { run: "MLPerf v5.1", gpu: "GB200", gpusPerNode: 4, tensor: 4, stage: 8, context: 2, chunks: 8, ...own };
}

/** Checks a function that compares two published runs of the same model on few and on many GPUs. */
export const checkScaledOut = checkByCases("The same model on more GPUs", PUBLISHED, (few, many) => {
  const rate = ({ data, microbatches = 0, secondsPerStep = NaN }: PublishedMesh): number =>
    (data * microbatches) / secondsPerStep;
  const bubble = ({ stage, microbatches = 0 }: PublishedMesh, chunks: number): number =>
    (stage - 1) / (chunks * microbatches + stage - 1);
  const [chunksOfFew, chunksOfMany] = [few.chunks ?? 1, many.chunks ?? 1];
  const bubbles: ScaledOut["bubbles"] = [bubble(few, chunksOfFew), bubble(many, chunksOfMany)];
  const times = rate(many) / rate(few);
  const right = (times * few.gpus) / many.gpus;
  const steps = (few.secondsPerStep ?? NaN) / (many.secondsPerStep ?? NaN);
  return {
    what: `${formatNumber(few.gpus)} and ${formatNumber(many.gpus)} GPUs`,
    expected: { efficiency: right, bubbles },
    slips: [
      [{ efficiency: times, bubbles }, "That is how many times as many rows: divide by how many times as many GPUs."],
      [{ efficiency: (steps * few.gpus) / many.gpus, bubbles }, "The two steps have different numbers of rows: compare rows a second."],
      [{ efficiency: (times * few.gpus * few.data) / many.data / many.gpus, bubbles }, "A step's rows are data x microbatches, and a microbatch has one."],
      [{ efficiency: right, bubbles: [bubble(few, 1), bubble(many, 1)] }, "Each device has several chunks: the idle time is divided by their number."],
      [{ efficiency: right, bubbles: [bubble(few, 1) / chunksOfFew, bubble(many, 1) / chunksOfMany] }, "The idle time is divided by the chunks, and the time of the work is not: (p - 1) / (chunks x m + p - 1)."],
      [{ efficiency: right, bubbles: [bubbles[1], bubbles[0]] }, "Few GPUs first, then many."],
    ],
  }; // prettier-ignore
});

/** The statements that logical devices on shared cores can decide, by their numbers in the lesson. */
const DECIDED = [1, 3, 4, 6, 8];
const STATEMENTS = 8;

/** Checks which of the lesson's statements a student holds for decidable on this machine, without saying which are wrong. */
export const checkDecided = (decided: () => number[]): Check =>
  checkAnswer("What two cores can show", decided, decidedTrials);

function decidedTrials(decided: () => number[]): Trial[] {
  const rightOnes = (): number => {
    const given: unknown = decided();
    if (!Array.isArray(given)) throw new Error("return a list of numbers of statements");
    const wrong = (given as unknown[]).find(
      (each) => !Number.isInteger(each) || Number(each) < 1 || Number(each) > STATEMENTS,
    );
    if (wrong !== undefined) throw new Error(`the statements are numbered 1 to ${STATEMENTS}`);
    const all = Array.from({ length: STATEMENTS }, (_, index) => index + 1);
    return all.filter((number) => given.includes(number) === DECIDED.includes(number)).length;
  };
  return [
    { what: "at least 6 of the 8 statements are judged rightly", call: () => rightOnes() >= 6, expected: true, secret: true },
    { what: "all 8 statements are judged rightly", call: () => rightOnes() === STATEMENTS, expected: true, secret: true },
  ]; // prettier-ignore
}
