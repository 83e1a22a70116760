import { downloadCifar10 } from "../../datasets/cifar10/download";
import { downloadShakespeare } from "../../datasets/text/shakespeare";
import { downloadTinyImageNet } from "../../datasets/tinyimagenet/download";

/**
 * Downloads the dataset of a job before it is submitted, since nodes may have no internet. This does not start TensorFlow,
 * which login nodes should not run.
 * @throws one line when the dataset is neither there nor can be downloaded.
 */
export async function prepareData(dataset: string, folder: string): Promise<void> {
  const download = downloads[dataset];
  await download?.(folder).catch((error: Error) => {
    throw new Error(`${error.message} Or train on made-up data: \`-- --dataset synthetic\`.`);
  });
}

const downloads: Partial<Record<string, (folder: string) => Promise<string>>> = {
  cifar10: (folder) => downloadCifar10(folder, {}),
  tinyimagenet: (folder) => downloadTinyImageNet(folder, {}),
  shakespeare: (folder) => downloadShakespeare(folder, {}),
};
