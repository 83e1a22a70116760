import { checkedOptions, type Dataset, type DatasetOptions, type ImageSet } from "../dataset";
import { userDataFolder } from "../download/archive";
import { downloadTinyImageNet } from "./download";
import { imageShape, listTinyImageNet, locateTinyImageNet, type ListedImages } from "./layout";
import { loadPixels } from "./load";

/** Where TinyImageNet is, and how much of it to use. */
export interface TinyImageNetOptions extends DatasetOptions {
  /**
   * The folder with `wnids.txt`, `train` and `val`, or its parent folder; its images are only read. Default: the user's data
   * folder (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), where TinyImageNet is downloaded the first time.
   */
  dataDir?: string;
  /** Where the archive is. Default: `WORKBOOK_TINYIMAGENET_URL`, else Stanford's site. */
  url?: string;
  /** Called with a line of progress. Default: writes to standard error. */
  log?: (line: string) => void;
}

/**
 * Loads TinyImageNet-200 (Stanford CS231n): 100,000 training images and, for testing, the 10,000 validation images, of 64x64
 * in 200 classes, or as many as the folder contains. Classes alternate, so that the first images cover all classes.
 * Images are decoded once and cached in `decoded.cache` beside them, or in the user's data folder if that file cannot be
 * written. Delete the cache after changing the content of images. An image takes 12,288 bytes of memory.
 * @throws one line with what is missing, unreadable or damaged, and the remedy.
 */
export async function tinyimagenet(options: TinyImageNetOptions = {}): Promise<Dataset> {
  const checked = checkedOptions(options, imageShape[0]);
  const log = options.log ?? ((line: string) => process.stderr.write(line + "\n"));
  const dataDir = options.dataDir ?? (await downloadTinyImageNet(userDataFolder(), { ...options, log }));
  const listing = await listTinyImageNet(await locateTinyImageNet(dataDir));
  const { folder, classes, train, test } = listing;
  const wanted = {
    train: firstOf(train, options.trainImages, "trainImages", folder),
    test: firstOf(test, options.testImages, "testImages", folder),
  };
  const pixels = await loadPixels(listing, wanted, log);
  return {
    ...{ name: "tinyimagenet", classes },
    train: setOf(train, wanted.train, pixels.train),
    test: setOf(test, wanted.test, pixels.test),
    ...checked,
    source: folder,
  };
}

function firstOf({ files }: ListedImages, wanted: number | undefined, option: string, folder: string): number {
  const count = files.length;
  if (wanted === undefined || wanted <= count) return wanted ?? count;
  throw new Error(`${option} is ${wanted}, and ${folder} holds ${count}: ask for ${count} or fewer.`);
}

function setOf({ labels }: ListedImages, count: number, images: Uint8Array): ImageSet {
  return { images, labels: labels.slice(0, count), count, shape: imageShape };
}
