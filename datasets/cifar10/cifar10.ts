import { join } from "node:path";
import { checkedOptions, type Dataset, type DatasetOptions, type ImageSet } from "../dataset";
import { userDataFolder } from "../download/archive";
import { readDataFile } from "../files";
import { imageBytes, remedy } from "./batch";
import { downloadCifar10 } from "./download";
import { locateCifar10, type LayoutName, type Location } from "./locate";

/** Where CIFAR-10 is, and how much of it to use. */
export interface Cifar10Options extends DatasetOptions {
  /**
   * A folder with CIFAR-10 in either layout, or its parent folder; it is only read. Default: the user's data folder
   * (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), where CIFAR-10 is downloaded the first time.
   */
  dataDir?: string;
  /** Which archive to download. Default `binary`. */
  layout?: LayoutName;
  /** Where the archives are. Default: `WORKBOOK_CIFAR10_URL`, else their author's site. */
  url?: string;
}

/**
 * Loads CIFAR-10 (A. Krizhevsky, 2009): 50,000 training and 10,000 test images of 32x32 in 10 classes, or as many as the
 * files contain.
 * @throws one line with the file, the offset and the remedy, when something is missing, unreadable, cut short or corrupt.
 */
export async function cifar10(options: Cifar10Options = {}): Promise<Dataset> {
  const checked = checkedOptions(options);
  const location = await locateCifar10(options.dataDir ?? (await downloadCifar10(userDataFolder(), options)));
  const { folder, layout } = location;
  const names = layout.readNames(
    join(folder, layout.namesFile),
    await readDataFile(join(folder, layout.namesFile), "CIFAR-10"),
  );
  return {
    name: "cifar10",
    classes: names,
    train: await load(location, layout.trainFiles, options.trainImages, "trainImages"),
    test: await load(location, [layout.testFile], options.testImages, "testImages"),
    ...checked,
    source: folder,
  };
}

/** Loads the first `wanted` images of the files, or all. Files that are not needed are not read. */
async function load(
  { folder, layout }: Location,
  files: string[],
  wanted: number | undefined,
  option: string,
): Promise<ImageSet> {
  const batches = [];
  let count = 0;
  for (const name of files) {
    if (wanted !== undefined && count >= wanted) break;
    const file = join(folder, name);
    const batch = layout.read(file, await readDataFile(file, "CIFAR-10"));
    if (batches.length > 0 && batch.labels.length !== batches[0].labels.length) {
      throw new Error(
        `${file} holds ${batch.labels.length} images and ${files[0]} ${batches[0].labels.length}: one of them is cut short. ${remedy}`,
      );
    }
    batches.push(batch);
    count += batch.labels.length;
  }
  if (wanted !== undefined && wanted > count) {
    throw new Error(`${option} is ${wanted}, and ${folder} holds ${count}: ask for ${count} or fewer.`);
  }
  const images = new Uint8Array((wanted ?? count) * imageBytes);
  const labels = new Uint8Array(wanted ?? count);
  let copied = 0;
  for (const batch of batches) {
    const taken = Math.min(batch.labels.length, labels.length - copied);
    labels.set(batch.labels.subarray(0, taken), copied);
    images.set(batch.images.subarray(0, taken * imageBytes), copied * imageBytes);
    copied += taken;
  }
  return { images, labels, count: labels.length, shape: [32, 32, 3] };
}
