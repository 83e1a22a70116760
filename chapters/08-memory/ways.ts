import type { CountedBlock, CountedGpt, CountZero, KeptByBlock } from "./rows";

/** A student's functions that say what a way to train needs. */
export interface Counts {
  countWeights: (sizes: CountedGpt) => number;
  keptNumbers: (sizes: CountedBlock) => KeptByBlock;
  zeroBytes: CountZero;
}

/** A GPT on several devices, each of which takes some rows in a step. */
export interface SharedTraining extends CountedGpt {
  heads: number;
  /** Of each device. */
  rows: number;
  devices: number;
}

type StepTime = (
  computeSeconds: number,
  sentBytes: number,
  bytesPerSecond: number,
) => { inTurn: number; overlapped: number };

const stages = [0, 1, 2, 3] as const;
const everyWay = stages.flatMap((stage) => [false, true].map((checkpoints) => ({ stage, checkpoints })));

/** Bytes of a device in a step, activations included. With checkpoints, it keeps each block's input, and one block. */
function heldBy(training: SharedTraining, stage: 0 | 1 | 2 | 3, checkpoints: boolean, counts: Counts): number {
  const { layers, rows, devices, context, width, heads } = training;
  const { byToken, byPair } = counts.keptNumbers({ rows, tokens: context, width, heads });
  const block = 4 * (byToken + byPair);
  const activations = checkpoints ? layers * 4 * rows * context * width + block : layers * block;
  return counts.zeroBytes(counts.countWeights(training), devices, stage).inStep + activations;
}

/** Rows for a table: what a step sends at each stage, and its seconds on each link, overlapped. */
export function linkRows(
  training: SharedTraining,
  links: Record<string, number>,
  computeSeconds: number,
  { countWeights, zeroBytes, stepTimes }: Pick<Counts, "countWeights" | "zeroBytes"> & { stepTimes: StepTime },
) {
  return stages.map((stage) => {
    const { sent } = zeroBytes(countWeights(training), training.devices, stage);
    const seconds = Object.entries(links).map(
      ([name, rate]) => [name, stepTimes(computeSeconds, sent, rate).overlapped] as const,
    );
    return { stage, "sent (GB)": sent / 1e9, ...Object.fromEntries<number>(seconds) };
  });
}

/** Eight ways to train, four stages with and without checkpoints, with their bytes and their seconds on each link. */
export function waysOnLinks(
  training: SharedTraining,
  links: Record<string, number>,
  computeSeconds: number,
  { stepTimes, ...counts }: Counts & { stepTimes: StepTime },
) {
  return Object.entries(links).map(([link, rate]) => ({
    link,
    ways: everyWay.map(({ stage, checkpoints }) => {
      const { sent } = counts.zeroBytes(counts.countWeights(training), training.devices, stage);
      const compute = computeSeconds * (checkpoints ? 4 / 3 : 1);
      return {
        ...{ name: `${stage}${checkpoints ? "c" : ""}`, checkpoints },
        bytes: heldBy(training, stage, checkpoints, counts),
        seconds: stepTimes(compute, sent, rate).overlapped,
      };
    }),
  }));
}

/** Rows for a table: of GPTs with this shape, the one with the most layers that each way lets devices of this memory train. */
export const largestRows = (shape: Omit<SharedTraining, "layers">, memoryBytes: number, counts: Counts) =>
  everyWay.map(({ stage, checkpoints }) => {
    const fits = (layers: number): boolean => heldBy({ ...shape, layers }, stage, checkpoints, counts) <= memoryBytes;
    let layers = 0;
    while (fits(layers + 1)) layers++;
    const billions = counts.countWeights({ ...shape, layers }) / 1e9;
    return { stage, checkpoints: checkpoints ? "yes" : "no", layers, "weights (billions)": billions };
  });
