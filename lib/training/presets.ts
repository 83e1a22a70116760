/** The size of a run, without settings that change what it computes. */
export interface Preset {
  /** Height and width of the resized images. */
  imageSize: number;
  /** The global batch size. */
  batchSize: number;
  epochs: number;
  /** Number of first training images to use. Default: all. */
  trainImages?: number;
  testImages?: number;
}

/** A preset's batch sizes: by device, and for models that need smaller ones on a GPU. */
interface Row extends Omit<Preset, "batchSize"> {
  /** Image sizes of datasets that the studies resize differently. */
  imageSizeFor?: Record<string, number>;
  batchSize: { cpu: number; gpu: number; gpuFor?: Record<string, number> };
}

// `quick`: minutes on 2 cores; `local`: a laptop or one desktop GPU; `full`: as in the studies
// (CIFAR-10 at 128x128, TinyImageNet as it is, the largest batches that fit on one H100 with 64 GB).
const table = {
  quick: { imageSize: 32, batchSize: { cpu: 32, gpu: 32 }, epochs: 2, trainImages: 656, testImages: 160 },
  local: { imageSize: 64, batchSize: { cpu: 64, gpu: 256 }, epochs: 2, trainImages: 5000, testImages: 1000 },
  full: {
    ...{ imageSize: 128, imageSizeFor: { tinyimagenet: 64 }, epochs: 2 },
    batchSize: { cpu: 256, gpu: 2048, gpuFor: { resnet152v2: 1024 } },
  },
} satisfies Record<string, Row>;

/** The size of a run on a text. Images are rows here. */
export interface TextPreset extends Omit<Preset, "imageSize"> {
  /** Tokens of a row. */
  context: number;
}

// `full` has GPT-2's rows.
const textTable = {
  quick: { context: 64, batchSize: 8, epochs: 1, trainImages: 64, testImages: 8 },
  local: { context: 128, batchSize: 16, epochs: 1, trainImages: 1600, testImages: 160 },
  full: { context: 1024, batchSize: 32, epochs: 2 },
} satisfies Record<keyof typeof table, TextPreset>;

/** The sizes of a preset for a language model, see {@link presetNamed}. */
export const textPresetNamed = (name: PresetName): TextPreset => textTable[name];

export type PresetName = keyof typeof table;
/** From the smallest to the largest. */
export const presetNames = Object.keys(table) as PresetName[];

/**
 * The sizes of a preset for a device, a model and a dataset.
 * @param name `quick` takes minutes on 2 cores, `local` is for a laptop or one desktop GPU, and `full` has the sizes of the studies.
 * @example
 * const sizes = { ...presetNamed("quick", { device: "cpu" }), epochs: 3 };
 */
export function presetNamed(
  name: PresetName,
  { device, model, dataset }: { device: "cpu" | "gpu"; model?: string; dataset?: string },
): Preset {
  const { batchSize, imageSizeFor, ...sizes }: Row = table[name];
  const forModel = device === "gpu" && model !== undefined ? batchSize.gpuFor?.[model] : undefined;
  const forDataset = dataset === undefined ? undefined : imageSizeFor?.[dataset];
  return { ...sizes, imageSize: forDataset ?? sizes.imageSize, batchSize: forModel ?? batchSize[device] };
}
