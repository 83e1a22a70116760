import { join } from "node:path";
import { layouts, locateCifar10 } from "./cifar10/locate";
import { userDataFolder } from "./download/archive";

/**
 * The dataset that a lesson can use without a download: CIFAR-10 where `cifar10()` finds it in the user's data folder
 * (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), else the synthetic stand-in.
 */
export async function datasetAtHand(): Promise<"cifar10" | "synthetic"> {
  const folders = Object.values(layouts).map(({ folder }) => join(userDataFolder(), folder));
  return Promise.any(folders.map((folder) => locateCifar10(folder))).then(
    () => "cifar10",
    () => "synthetic",
  );
}
