import { gpt, gptSizes, perplexity } from "../../lib/models";
import type { RunRecord } from "../../lib/runs";
import { aboveRest, memoryOf, sentBy } from "./runs";

/** What a student's function counts the weights of. */
export interface CountedGpt {
  layers: number;
  width: number;
  context: number;
  vocabulary: number;
}

/** What a student's function counts the activations of. */
export interface CountedBlock {
  rows: number;
  tokens: number;
  width: number;
  heads: number;
}

/** Numbers that a block keeps. */
export interface KeptByBlock {
  byToken: number;
  byPair: number;
}

const small = { "gpt-1m": gptSizes["gpt-1m"], "gpt-10m": gptSizes["gpt-10m"] };
const large = {
  "GPT-2 XL": { layers: 48, heads: 25, width: 1600, context: 1024 },
  "GPT-3": { layers: 96, heads: 96, width: 12_288, context: 2048 },
};

/** Rows for a table of some of a training's steps. @param losses Of all steps. */
export const lossRows = (losses: readonly number[]) =>
  [0, 9, 49, 99, 299]
    .filter((step) => step < losses.length)
    .map((step) => ({ step: step + 1, loss: losses[step], perplexity: perplexity(losses[step]) }));

/** Rows for a table of GPTs by a student's count of their weights. The small ones are also built, and counted. */
export function weightRows(countWeights: (sizes: CountedGpt) => number) {
  return Object.entries({ ...small, "GPT-2": gptSizes.gpt2, ...large }).map(([model, sizes]) => {
    const isSmall = model in small;
    const vocabulary = isSmall ? 65 : 50_257; // the characters of a text, or GPT-2's tokens
    const yours = countWeights({ ...sizes, vocabulary });
    const built = isSmall ? gpt({ ...sizes, vocabulary }) : undefined;
    built?.dispose();
    return {
      ...{ model, layers: sizes.layers, width: sizes.width, "your count": yours, built: built?.parameters },
      "as float32 (GB)": (4 * yours) / 1e9,
      "12 layers x width² (%)": (1200 * sizes.layers * sizes.width ** 2) / yours,
    };
  });
}

type Precision = "float32" | "mixed";
type States = Record<"weights" | "master" | "moments" | "gradients", number>;

/** Rows for a table of the bytes that a student counts for each weight. */
export const stateRows = (modelStates: (parameters: number, precision: Precision) => States) =>
  (["float32", "mixed"] as const).map((precision) => {
    const { weights, master, moments, gradients } = modelStates(1, precision);
    const atRest = weights + master + moments;
    return {
      ...{ precision, weights, master, moments, gradients, "between two steps": atRest },
      ...{ "in a step": atRest + gradients, "80 GB hold (billions)": 80 / (atRest + gradients) },
    };
  });

/** Rows for a table of a chain in segments. @param held What is kept after each event of a step. */
export const heldRows = (layers: number, ways: readonly { segment: number; held: readonly number[] }[]) =>
  ways.map(({ segment, held }) => {
    const again = held.length - 2 * layers; // events that compute an input again
    return {
      ...{ "layers in a segment": segment, "kept at most": Math.max(...held), "computed again": again },
      "computing, as a multiple": (layers + again + 2 * layers) / (3 * layers),
    };
  });

/** Rows for a table of GPTs with checkpoints, by two functions of a student. */
export function segmentRows(
  keptNumbers: (sizes: CountedBlock) => KeptByBlock,
  bestSegment: (layers: number, input: number, block: number) => number,
) {
  return Object.entries({ "gpt-1m": gptSizes["gpt-1m"], ...large }).map(
    ([model, { layers, heads, width, context }]) => {
      const { byToken, byPair } = keptNumbers({ rows: 1, tokens: context, width, heads });
      const block = (byToken + byPair) / (context * width); // as a multiple of a block's input
      const best = bestSegment(layers, 1, block);
      const share = (segment: number): number => (Math.ceil(layers / segment) + segment * block) / (layers * block);
      return {
        ...{ model, blocks: layers, "a block keeps (inputs)": block, "best segment": best },
        ...{ "kept with it (%)": 100 * share(best), "kept with segments of 1 (%)": 100 * share(1) },
      };
    },
  );
}

/** Rows for a table of the same training, with its blocks kept and computed again. */
export const checkpointRows = (kept: RunRecord, again: RunRecord) =>
  [kept, again].map((run) => ({
    blocks: run === kept ? "kept" : "computed again",
    "peak above rest (MB)": aboveRest(run) / 1e6,
    "loss of the last step": run.epochs.at(-1)?.steps.loss.at(-1),
  }));

/** Bytes of one device, as a student counts them by ZeRO's stage. */
export type CountZero = (
  parameters: number,
  devices: number,
  stage: 0 | 1 | 2 | 3,
) => { atRest: number; inStep: number; sent: number };

const countOf = (run: RunRecord, stage: number, zeroBytes: CountZero): ReturnType<CountZero> =>
  zeroBytes(run.configuration.parameters, run.configuration.replicas, stage as 0 | 1 | 2 | 3);

/** What the figure of ZeRO's stages shows. @param runs One for each stage, from 0. */
export const stagesOf = (runs: readonly RunRecord[], zeroBytes: CountZero) =>
  runs.map((run, stage) => {
    const { atRest, inStep } = countOf(run, stage, zeroBytes);
    return { name: `stage ${stage}`, measured: memoryOf(run), counted: { atRest, peak: inStep } };
  });

/** Rows for a table of what each device sends. @param runs One for each stage, from 0. */
export const sentRows = (runs: readonly RunRecord[], zeroBytes: CountZero) =>
  runs.map((run, stage) => ({
    ...{ stage, "sent by a device (MB)": sentBy(run) / 1e6 },
    "by your count (MB)": countOf(run, stage, zeroBytes).sent / 1e6,
    "loss of the last step": run.epochs.at(-1)?.steps.loss.at(-1),
  }));
