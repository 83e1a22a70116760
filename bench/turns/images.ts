import { synthetic } from "../../datasets";
import type { Plan } from "../workers/protocol";
import { withDataFile } from "./data-file";

/** The part that all plans have in common: the images and the learning rate. */
export type Images = Pick<Plan, "imageFile" | "imageCount" | "classes" | "learningRate">;

/** The number of classes of CIFAR-10 and its stand-in. The floating-point operations depend on it. */
export const classes = 10;

/** Calls a function with the images for all contenders: those of CIFAR-10's stand-in, in a temporary file. */
export async function withImages<T>(use: (images: Images) => Promise<T>, imageCount = 512): Promise<T> {
  const { train } = await synthetic({ trainImages: imageCount, testImages: 1 });
  const bytes = Buffer.concat([train.images, train.labels]);
  return withDataFile(bytes, (imageFile) => use({ imageFile, imageCount, classes, learningRate: 0.01 }));
}
