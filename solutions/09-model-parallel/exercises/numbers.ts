import { isDeepStrictEqual } from "node:util";
import { axisRates } from "../../../chapters/09-model-parallel/gpu-cluster";
import { publishedMeshes, type PublishedMesh } from "../../../chapters/09-model-parallel/llama-405b";
import type { MeshSizes } from "../../../chapters/09-model-parallel/mesh-sizes";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { timeTasks } from "../../../chapters/09-model-parallel/time-tasks";
import { bubbleOf } from "../../../lib/sharding/pipeline/bubble";
import { gpipe, oneForwardOneBackward } from "../../../lib/sharding/pipeline/schedule";
import { exchangesOf, type CutInto } from "./cut-layer";
import { bytesByAxis, fastest, gpt, h100, memoryOf, meshesOf, partsOf } from "./mesh-choice";

export const given = { "989": "NVIDIA's data sheet of the H100: dense bfloat16" };

export async function numbers(): Promise<LessonNumbers> {
  return { ...cuts(), ...pipelines(), ...cluster(), ...meshes(), ...published(await publishedMeshes()) };
}

const sum = (parts: object): number => (Object.values(parts) as number[]).reduce((total, part) => total + part, 0);

function cuts(): LessonNumbers {
  const ways: CutInto[] = ["columns", "rows"];
  const [least, ...others] = ways
    .flatMap((first) => ways.map((second) => sum(exchangesOf(first, second))))
    .sort((one, other) => one - other);
  const [layers, rows, tokens, width] = [4, 8, 128, 128];
  return {
    cutTimes: others.map((each) => each / least),
    [`${layers} blocks, 4 heads, a width of ${width}, ${rows} rows of ${tokens} tokens in a step`]: true,
    tensorMegabytes: (4 * layers * 4 * rows * tokens * width) / 1e6,
    stageMegabytes: (4 * tokens * width * 4) / 1e6,
  };
}

function pipelines(): LessonNumbers {
  const bubble = (devices: number, microbatches: number) => {
    const size = { devices, stages: devices, microbatches };
    return bubbleOf(timeTasks(gpipe(size), size, { forward: 1, backward: 2 }), devices);
  };
  const size = { devices: 4, stages: 8, microbatches: 8 };
  const interleaved = timeTasks(oneForwardOneBackward(size), size, { forward: 0.5, backward: 1 });
  const is = (share: number, expected: number) => Math.abs(share - expected) < 1e-12;
  return {
    "Four stages with four microbatches are idle for 3/7 of the time": is(bubble(4, 4), 3 / 7),
    fourStages: { faster: 4 * (1 - bubble(4, 4)), idle: 100 * bubble(4, 8) },
    "bubble = (p - 1) / (v m + p - 1)": is(bubbleOf(interleaved, 4), 3 / (2 * 8 + 3)),
  };
}

/** The lesson's model on its cluster, in a mesh of 4 x 4 x 4. */
function cluster(): LessonNumbers {
  const { data, stage, tensor } = bytesByAxis(gpt, { data: 4, stage: 4, tensor: 4 });
  const [inside, between] = [h100.insideBytesPerSecond, h100.betweenBytesPerSecond];
  const { gpus, gpusPerNode, memoryBytes, ...rates } = h100;
  return {
    // What the code says, and the checks: the sizes for which everything here is computed.
    [Object.entries(gpt).map(([name, value]) => `${name}: ${value}`).join(", ")]: true,
    "gpus: 64, gpusPerNode: 8, memoryBytes: 80e9": isDeepStrictEqual([gpus, gpusPerNode, memoryBytes], [64, 8, 80e9]),
    "operationsPerSecond: 500e12, insideBytesPerSecond: 450e9, betweenBytesPerSecond: 50e9": isDeepStrictEqual(
      rates,
      { operationsPerSecond: 500e12, insideBytesPerSecond: 450e9, betweenBytesPerSecond: 50e9 },
    ),
    cluster: {
      ...{ inside: inside / 1e9, between: between / 1e9, gigabits: (8 * between) / 1e9 },
      teraflops: h100.operationsPerSecond / 1e12,
      billions: (12 * gpt.layers * gpt.width ** 2) / 1e9,
      ...{ rows: gpt.rows, tokens: gpt.tokens },
      longer: tensor / between - tensor / inside,
    },
    "more than a hundred times as many bytes as along `stage`": tensor / stage > 100 && tensor > data,
  };
} // prettier-ignore

function meshes(): LessonNumbers {
  const found = (mesh: MeshSizes, model = gpt, on = h100) => ({
    ...mesh,
    seconds: sum(partsOf(model, mesh, axisRates(mesh, on), on)),
    gigabytes: memoryOf(model, mesh) / 1e9,
  });
  const bestOf = (model: typeof gpt, on = h100) =>
    fastest(meshesOf(model, on).filter(({ bytes }) => bytes <= on.memoryBytes))!;
  const alone = { data: 64, stage: 1, tensor: 1 };
  const all = meshesOf(gpt, h100);
  const best = found(bestOf(gpt));
  // At ZeRO stage 3, a copy that takes one row after another gathers the weights twice for each row, in 16 bits or in 32, and adds up
  // its gradients. One such exchange of numbers with 4 bytes is half of their all-reduce.
  const { data, ...others } = partsOf(gpt, alone, axisRates(alone, h100), h100);
  const rowsOfACopy = gpt.rows / alone.data;
  const inTurn = (gathering: number) => sum(others) + rowsOfACopy * (2 * gathering + data / 2);
  const weights = 12 * gpt.layers * gpt.width ** 2;
  const activations = memoryOf(gpt, alone) - 16 * weights; // of one row
  const held = (16 * weights) / 64 + 2 * 4 * (weights / gpt.layers) + activations;
  const stage3 = {
    ...{ row: activations / 1e9, rows: (rowsOfACopy * activations) / 1e9 },
    ...{ sixteen: inTurn(data / 4), thirtyTwo: inTurn(data / 2) },
    again: others.compute / 3, // the forward pass once more
  };
  const fitting = all.filter(({ bytes }) => bytes <= h100.memoryBytes);
  const few = { ...gpt, rows: 64 };
  const slow = { ...h100, betweenBytesPerSecond: 3e9 };
  const [bestOfFew, bestOnSlow] = [bestOf(few), bestOf(gpt, slow)];
  return {
    alone: { seconds: found(alone).seconds, gigabytes: found(alone).gigabytes },
    "With data parallelism alone, a step would be fastest": isDeepStrictEqual(fastest(all), alone),
    best,
    stage3,
    "must take one row after another": held < h100.memoryBytes && held + activations > h100.memoryBytes,
    "of the fastest mesh that fits": Math.min(stage3.sixteen, stage3.thirtyTwo) > best.seconds,
    near: fitting.filter(({ seconds }) => seconds < 1.02 * best.seconds).length,
    "the meshes that take 30 % longer": fitting.every(
      ({ mesh, seconds }) => mesh.tensor !== 16 || seconds > 1.3 * best.seconds,
    ),
    few: { alone: found(alone, few).seconds, best: found(bestOfFew, few).seconds },
    slow: { alone: found(alone, gpt, slow).seconds, best: found(bestOnSlow, gpt, slow).seconds },
    "With 64 rows, or with a slow network, the fastest mesh has no copies at all": [bestOfFew, bestOnSlow].every(
      (mesh) => mesh.data === 1,
    ),
    fewMesh: { stage: bestOfFew.stage, tensor: bestOfFew.tensor },
    "With 1,024 rows, layers are cut in two instead of four": bestOf({ ...gpt, rows: 1024 }).tensor === 2,
  };
}

function published(all: readonly PublishedMesh[]): LessonNumbers {
  const [few, many] = all.filter(({ microbatches }) => microbatches !== undefined);
  const rate = ({ data, microbatches, secondsPerStep }: PublishedMesh) => (data * microbatches!) / secondsPerStep!;
  const times = rate(many) / rate(few);
  const waiting = many.stage - 1;
  const sent = (devices: number) => (devices - 1) / devices; // in an all-reduce, of twice its bytes
  return {
    mostGpus: Math.max(...all.map(({ gpus }) => gpus)),
    mfu: all.flatMap(({ teraflopsPerGpu }) => (teraflopsPerGpu === undefined ? [] : [(100 * teraflopsPerGpu) / 989])),
    mlperf: {
      few: few.gpus,
      many: many.gpus,
      copies: many.data,
      fewCopies: few.data,
      microbatches: many.microbatches!,
      ...{ rows: many.data * many.microbatches!, fewRows: few.data * few.microbatches! },
    },
    scaled: { times, percent: (100 * times * few.gpus) / many.gpus },
    idleWithOneStage: (100 * waiting) / (many.microbatches! + waiting),
    chunks: many.chunks!,
    gigabytes: (16 * 405) / 8 / 16, // of 405 billion weights
    // If the all-reduce goes along `context`, too, they grow by less.
    "grow by 11 % at most": Math.round(100 * (sent(many.data) / sent(few.data) - 1)) === 11,
    "a step takes less than a fifth of the time": many.secondsPerStep! < few.secondsPerStep! / 5,
    "Five times the GPUs": isBetween(4.9, many.gpus / few.gpus, 5.1),
    "fewer than one row for each GPU": many.data * many.microbatches! < many.gpus,
  };
}
