import { cifar10, type Cifar10Options } from "./cifar10/cifar10";
import type { Dataset } from "./dataset";
import { synthetic, type SyntheticOptions } from "./synthetic/synthetic";
import { tinyimagenet, type TinyImageNetOptions } from "./tinyimagenet/tinyimagenet";
import { noSuch } from "../lib/system/names";

/** The names of the datasets on the command line. */
export const datasetNames = ["cifar10", "tinyimagenet", "synthetic"] as const;

/**
 * Loads a dataset by its name. Options that it does not have are ignored.
 * @throws one line that lists the names, when there is no such dataset.
 */
export async function datasetNamed(
  name: string,
  options: Cifar10Options & TinyImageNetOptions & SyntheticOptions = {},
): Promise<Dataset> {
  switch (name) {
    case "cifar10":
      return cifar10(options);
    case "tinyimagenet":
      return tinyimagenet(options);
    case "synthetic":
      return synthetic(options);
    default:
      throw noSuch("dataset", name, datasetNames);
  }
}
