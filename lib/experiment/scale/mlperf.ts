import { gradientBytes, type Links } from "../../measure";
import { publishedParameters, type PublishedStep } from "../../runs";
import { splitByDevices } from "./leave-out-plans";
import { deviceSpread } from "./replicates";
import type { ScaleRow } from "./types";

/** A published step as a row of the model. */
export interface MlperfRow extends ScaleRow {
  step: PublishedStep;
}

/** The rows of one series, divided by their number of devices before anything is fitted. */
export interface MlperfSeries {
  /** Rows with at most as many devices as the series says. */
  fitted: MlperfRow[];
  /** Rows with more. */
  predicted: MlperfRow[];
  excluded: { step: PublishedStep; why: string }[];
  /** From systems of one node with the same kind of GPU, if the series itself has no replicates. */
  deviceSpread?: number;
}

export type MlperfName = "H100-SXM-80GB" | "Dell XE8545 A100-SXM-40GB" | "HPE XL675d A100-SXM-80GB";

interface Definition {
  /** The most devices of a fitted row. */
  most: number;
  /** Rows that the series is about, or that somebody might take for its own. */
  concerns(step: PublishedStep): boolean;
  /** Why such a row is not in the series; undefined if it is. */
  excludes(step: PublishedStep): string | undefined;
  links(step: PublishedStep): Links;
  /** Systems that say how much devices vary. */
  replicates?(step: PublishedStep): boolean;
}

const isA100 = ({ accelerator, acceleratorsPerNode }: PublishedStep) =>
  acceleratorsPerNode > 0 && accelerator.includes("A100") && accelerator.includes("SXM");

/** Rates by data sheet: NVLink in one direction of a GPU, and a node's network cards, as the submitters list them. */
const definitions: Record<MlperfName, Definition> = {
  "H100-SXM-80GB": {
    most: 64,
    concerns: ({ accelerator }) => accelerator.includes("H100"),
    excludes({ accelerator, round, system }) {
      if (!accelerator.includes("SXM")) return "a PCIe card: one takes 88 to 103 ms where SXM takes 56 to 57";
      if (accelerator.includes("96GB"))
        return "another GPU, with 96 GB: it takes 134 ms where those with 80 GB take 110 to 113";
      if (round === "v2.1" || system.includes("preview")) return "a preview of hardware that was not for sale yet";
      return undefined;
    },
    // NVLink 4: 900 GB/s in both directions together. A ConnectX-7 card of 400 Gb/s for each GPU.
    links: ({ acceleratorsPerNode }) => ({
      inside: { bytesPerSecond: 450e9 },
      between: { bytesPerSecond: acceleratorsPerNode * 50e9 },
    }),
  },
  "Dell XE8545 A100-SXM-40GB": {
    most: 16,
    concerns: (step) => isA100(step) && step.submitter === "Dell" && step.system.includes("XE8545"),
    excludes({ round, accelerator, system }) {
      if (!system.includes("40GB")) return `another GPU: ${accelerator}`;
      return round === "v2.0" ? undefined : `the software of another round, ${round}`;
    },
    // NVLink 3: 600 GB/s in both directions together. Two ConnectX-6 cards of 200 Gb/s in a node of 4 GPUs.
    links: () => ({ inside: { bytesPerSecond: 300e9 }, between: { bytesPerSecond: 50e9 } }),
    replicates: (step) => isA100(step) && step.round === "v2.0" && step.nodes === 1,
  },
  "HPE XL675d A100-SXM-80GB": {
    most: 16,
    concerns: (step) => isA100(step) && step.submitter === "HPE",
    excludes: ({ round }) => (round === "v2.1" ? undefined : `the software of another round, ${round}`),
    // Four ConnectX-6 cards of 200 Gb/s in a node of 8 GPUs.
    links: () => ({ inside: { bytesPerSecond: 300e9 }, between: { bytesPerSecond: 100e9 } }),
    replicates: (step) => isA100(step) && step.round === "v2.0" && step.nodes === 1,
  },
};

/**
 * A series of published steps of ResNet-50 (`publishedSteps`) on one kind of GPU, for fitting few devices and predicting many.
 * Gradients travel as 16-bit numbers, which is held: the logs do not say it.
 */
export function mlperfSeries(name: MlperfName, steps: readonly PublishedStep[]): MlperfSeries {
  const definition = definitions[name];
  const all = steps.filter((step) => definition.concerns(step));
  const excluded = all.flatMap((step) => {
    const why = definition.excludes(step) ?? earlier(step, all);
    return why === undefined ? [] : [{ step, why }];
  });
  const rows = all
    .filter((step) => !excluded.some((each) => each.step === step))
    .map((step) => rowOf(step, definition.links(step)));
  const { fitted, beyond: predicted } = splitByDevices(rows, definition.most);
  if (!definition.replicates) return { fitted, predicted, excluded };
  const likewise = steps.filter((step) => definition.replicates?.(step));
  return {
    ...{ fitted, predicted, excluded },
    deviceSpread: deviceSpread(
      likewise.map((step) => {
        const { plan, seconds } = rowOf(step, definition.links(step));
        return { plan, seconds, software: `${step.round} ${memoryOf(step)}` };
      }),
    ),
  };
}

/** Why a row that repeats an earlier one does not count again. */
function earlier(step: PublishedStep, all: readonly PublishedStep[]): string | undefined {
  const first = all.find(({ system, stepSeconds }) => system === step.system && stepSeconds === step.stepSeconds);
  if (first === undefined || first === step) return undefined;
  return `stands twice: ${first.submitter} submitted the same run in ${first.round}`;
}

function rowOf(step: PublishedStep, links: Links): MlperfRow {
  const { nodes, acceleratorsPerNode: devicesPerNode, globalBatchSize, stepSeconds: seconds, round: software } = step;
  const devices = nodes * devicesPerNode;
  const bytes = gradientBytes(publishedParameters("resnet50", 1000), "float16");
  return {
    plan: { devices, devicesPerNode, localBatch: globalBatchSize / devices, gradientBytes: bytes, links },
    ...{ seconds, software, step },
  };
}

function memoryOf({ accelerator, system }: PublishedStep): string {
  return /\d+GB/.exec(accelerator)?.[0] ?? /\d+GB/.exec(system)?.[0] ?? "";
}
