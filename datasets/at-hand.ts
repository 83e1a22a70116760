import { join } from "node:path";
import { layouts, locateCifar10 } from "./cifar10/locate";
import { userDataFolder } from "./download/archive";
import { locateTinyImageNet, officialFolder } from "./tinyimagenet/layout";

const places = {
  cifar10: () => Promise.any(Object.values(layouts).map(({ folder }) => locateCifar10(join(userDataFolder(), folder)))),
  tinyimagenet: () => locateTinyImageNet(join(userDataFolder(), officialFolder)),
};

/**
 * The dataset that a lesson can use without a download: the wanted one where it is found in the user's data folder
 * (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), else the synthetic stand-in.
 * @param wanted Default `cifar10`.
 */
export async function datasetAtHand<Name extends keyof typeof places = "cifar10">(
  wanted?: Name,
): Promise<Name | "synthetic"> {
  const name = wanted ?? ("cifar10" as Name); // the type's default is the value's
  return places[name]().then(
    () => name,
    () => "synthetic" as const,
  );
}
