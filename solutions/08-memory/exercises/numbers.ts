import { gptSizes } from "../../../lib/models/gpt-sizes";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { keptNumbers, type BlockSizes } from "./memory-activations";
import { parametersOf } from "./model-states";

const exampleRun = "the writer's own run on 2 cores, in a sample conclusion";
export const given = {
  "300": "the steps of the first cell's program",
  "1.56": "GPT-2 XL, in billions of weights",
  "12.0": exampleRun,
  "17.0": exampleRun,
};

const device = 80e9;

export const numbers = (): LessonNumbers => ({ ...billions(), ...halves(), ...links(), ...largest() });

const sumOf = ({ byToken, byPair }: { byToken: number; byPair: number }): number => byToken + byPair;

function billions(): LessonNumbers {
  const [tokens, heads, width] = [2048, 96, 12_288];
  const scores = (5 * heads * tokens) / width;
  const { byToken, byPair } = keptNumbers({ rows: 1, tokens, width, heads });
  return {
    width: gptSizes["gpt-10m"].width,
    billions: { held: device / 4 / 1e9, trained: device / 16 / 1e9 },
    gpt3: { tokens, heads, width, scores, percent: (100 * scores) / (34 + scores) },
    "Your 16 numbers have 4 bytes each, which makes 64":
      4 * byToken === 64 * tokens * width && 4 * byPair === 4 * heads * tokens ** 2,
  };
}

/** The numbers that a block keeps if it takes each row in two halves; the lesson's test measures them. */
export function keptInHalves(sizes: BlockSizes): { byToken: number; byPair: number } {
  const { byToken, byPair } = keptNumbers(sizes);
  return { byToken: (17 / 16) * byToken, byPair: (3 / 4) * byPair };
}

function halves(): LessonNumbers {
  const [short, long] = [128, 256].map((tokens) => {
    const sizes = { rows: 8, tokens, width: 128, heads: 4 };
    return { counted: sumOf(keptNumbers(sizes)), kept: sumOf(keptInHalves(sizes)) };
  });
  const less = (counted: number, kept: number) => 100 * (1 - kept / counted);
  return {
    halves: {
      vectors: keptInHalves({ rows: 1, tokens: 1, width: 1, heads: 1 }).byToken,
      less: less(long.counted, long.kept),
      lessGrowth: less(long.counted - short.counted, long.kept - short.kept),
    },
    "At 128 tokens, they cancel out": short.counted === short.kept,
  };
}

/** A training of GPT-2 XL on four devices: its stages, over each kind of link. */
function links(): LessonNumbers {
  const [layers, width, context, rows] = [48, 1600, 1024, 6];
  const weights = parametersOf({ layers, width, context, vocabulary: 50_257 });
  const compute = (6 * 1.56e9 * rows * context) / 200e12;
  const again = (4 / 3) * compute; // with checkpoints
  const sending = (times: number, rate: number) => (times * 0.75 * 4 * weights) / rate;
  const [ethernet, infiniband, nvlink] = [125e6, 25e9, 450e9];
  const activations = layers * 4 * sumOf(keptNumbers({ rows, tokens: context, width, heads: 25 }));
  const checkpointed = activations / layers + layers * 4 * rows * context * width;
  const atStage2 = sending(2, infiniband);
  const fits = [16, 11, 8, 4].map((bytes) => bytes * weights + activations <= device);
  return {
    mfu: (100 * 200) / 495,
    "sending takes hundreds of times as long as computing at every stage": sending(2, ethernet) / compute > 200,
    nvlink: [2, 3].map((times) => (100 * sending(times, nvlink)) / compute),
    "So stage 1 is enough: without checkpoints it just fits": fits.join() === "false,true,true,true",
    infiniband: {
      ...{ sending: atStage2, compute, again },
      times: atStage2 / compute,
      checkpointed: (8 * weights + checkpointed) / 1e9,
      whole: (8 * weights + activations) / 1e9,
    },
    "twice as long at stages 1 and 3": isBetween(1.5, sending(3, infiniband) / compute, 2.5),
    "Stage 2 without checkpoints is the fastest way": isBetween(compute, atStage2, again),
    "Stage 2 with checkpoints is hardly slower": again / atStage2 < 1.05,
  };
}

/** Of a model on one device alone, and on four that share it. */
function largest(): LessonNumbers {
  const [context, width] = [2048, 4096];
  const block = 4 * sumOf(keptNumbers({ rows: 1, tokens: context, width, heads: 32 }));
  const weights = (layers: number) => parametersOf({ layers, width, context, vocabulary: 50_257 });
  const most = (bytes: number, ofLayers: (layers: number) => number): number => {
    let layers = 1;
    while (bytes * weights(layers + 1) + ofLayers(layers + 1) <= device) layers++;
    return weights(layers);
  };
  const alone = most(16, (layers) => layers * block);
  const shared = most(4, (layers) => layers * 4 * context * width + block);
  return {
    largest: {
      times: Math.round(shared / alone),
      bound: (4 * device) / 16 / 1e9,
      gathered: (2 * 4 * (weights(2) - weights(1))) / 1e9,
    },
  };
}
