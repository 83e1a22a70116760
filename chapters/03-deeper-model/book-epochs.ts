import type { ScalingStudy } from "../../lib/measure";
import { multiplyAdds } from "../../lib/models";
import { publishedParameters } from "../../lib/runs";

/** What the possible costs of an epoch depend on. */
export interface EpochOnDevices {
  devices: number;
  images: number;
  globalBatch: number;
  parameters: number;
  layers: number;
  /** Of one image. */
  multiplyAdds: number;
}

/** An epoch of the book, and how long it took. */
export interface BookEpoch extends EpochOnDevices {
  seconds: number;
}

const networks = [
  { name: "resnet50v2", layers: 50 },
  { name: "resnet152v2", layers: 152 },
] as const;

/** The book's four runs on several GPUs, in the order of {@link bookEpochPairs}. */
export const severalGpus = ["ResNet50V2 on 2", "ResNet50V2 on 4", "ResNet152V2 on 2", "ResNet152V2 on 4"];

/** For each of the book's runs on several GPUs, its epoch and the same network's epoch on one GPU. */
export function bookEpochPairs(studies: [shallow: ScalingStudy, deep: ScalingStudy]): [BookEpoch, BookEpoch][] {
  return studies.flatMap(({ points }, at) => {
    const { name, layers } = networks[at];
    const network = { parameters: publishedParameters(name, 10), layers, multiplyAdds: multiplyAdds(name, 128) };
    const [one, ...several] = points.map(({ devices, globalBatchSize, epochSeconds }) => ({
      ...{ ...network, images: 50_000, devices, globalBatch: globalBatchSize, seconds: epochSeconds },
    }));
    return several.map((epoch): [BookEpoch, BookEpoch] => [one, epoch]);
  });
}

/** Rows for a table: the measured extra seconds of these runs, and those that each cause gives with its best factor. */
export function extraRows(measured: number[], fits: { cause: string; seconds: number[]; worst: number }[]) {
  const row = (name: string, seconds: number[], worst?: number) => ({
    ...{ "extra (s)": name, ...Object.fromEntries(severalGpus.map((run, i) => [run, seconds[i]])) },
    "worst (%)": worst === undefined ? undefined : 100 * worst,
  });
  return [row("measured", measured), ...fits.map(({ cause, seconds, worst }) => row(cause, seconds, worst))];
}
