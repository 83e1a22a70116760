import { checkedOptions, type Dataset, type DatasetOptions, type ImageSet } from "../dataset";
import { userDataFolder } from "../download/archive";
import { downloadTinyImageNet } from "./download";
import { imageShape, listTinyImageNet, locateTinyImageNet, type Listed } from "./layout";
import { loadPixels } from "./load";

/** Where TinyImageNet is, and how much of it to take. */
export interface TinyImageNetOptions extends DatasetOptions {
  /**
   * The folder with `wnids.txt`, `train` and `val`, or the folder above; its images are only read. Default: the user's
   * data folder (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), into which TinyImageNet is downloaded the
   * first time.
   */
  dataDir?: string;
  /** Where the archive is. Default: `WORKBOOK_TINYIMAGENET_URL`, else Stanford's site. */
  url?: string;
  /** Called with a line when something takes long. Default: to standard error. */
  log?: (line: string) => void;
}

/**
 * TinyImageNet-200 (Stanford CS231n): 100,000 training images and, for testing, the 10,000 validation images, of
 * 64x64 in 200 classes, or as many as the folder holds. Classes take turns, so that the first images are of all classes.
 * The images are decoded once and then kept, in `decoded.cache` beside them where that can be written, else in the
 * user's data folder; remove that file after a change inside of images. In memory they take 12,288 bytes each.
 * @throws one line naming what is missing, unreadable or damaged, and the remedy.
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

function firstOf({ files }: Listed, wanted: number | undefined, option: string, folder: string): number {
  const count = files.length;
  if (wanted === undefined || wanted <= count) return wanted ?? count;
  throw new Error(`${option} is ${wanted}, and ${folder} holds ${count}: ask for ${count} or fewer.`);
}

function setOf({ labels }: Listed, count: number, images: Uint8Array): ImageSet {
  return { images, labels: labels.slice(0, count), count, shape: imageShape };
}
