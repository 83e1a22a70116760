import { access } from "node:fs/promises";
import { join } from "node:path";
import { layouts, locateCifar10 } from "./cifar10/locate";
import { userDataFolder } from "./download/archive";
import { shakespeareFile } from "./text/shakespeare";
import { locateTinyImageNet, officialFolder } from "./tinyimagenet/layout";

const locate = {
  cifar10: () => Promise.any(Object.values(layouts).map(({ folder }) => locateCifar10(join(userDataFolder(), folder)))),
  tinyimagenet: () => locateTinyImageNet(join(userDataFolder(), officialFolder)),
  shakespeare: () => access(shakespeareFile(userDataFolder())),
};

/**
 * The dataset that a lesson can use without a download: the preferred one if it is in the user's data folder
 * (`WORKBOOK_DATA_DIR`, else `~/.cache/parallel-training`), else the synthetic one: images, or a text where a text was preferred.
 * @param preferred Default `cifar10`.
 */
export async function datasetAtHand<Name extends keyof typeof locate = "cifar10">(
  preferred?: Name,
): Promise<Name | "synthetic"> {
  const name = preferred ?? ("cifar10" as Name); // the default of the type parameter
  return locate[name]().then(
    () => name,
    () => "synthetic" as const,
  );
}
