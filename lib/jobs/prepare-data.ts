import { downloadCifar10 } from "../../datasets/cifar10/download";
import { downloadTinyImageNet } from "../../datasets/tinyimagenet/download";

/**
 * Downloads what a job will read, since nodes may have no internet. TensorFlow is not started: login nodes are no place
 * for it.
 * @throws one line when it is neither there nor to be had.
 */
export async function prepareData(dataset: string, folder: string): Promise<void> {
  const download = downloads[dataset];
  await download?.(folder).catch((error: Error) => {
    throw new Error(`${error.message} Or train on made-up images: \`-- --dataset synthetic\`.`);
  });
}

const downloads: Partial<Record<string, (folder: string) => Promise<string>>> = {
  cifar10: (folder) => downloadCifar10(folder, {}),
  tinyimagenet: (folder) => downloadTinyImageNet(folder, {}),
};
