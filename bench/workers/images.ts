import { readFileSync } from "node:fs";
import type { ImageSet } from "../../datasets";
import { imageShape, type Plan } from "./protocol";

/** The images that every contender trains on. */
export function readImages({ imageFile, imageCount }: Plan): ImageSet {
  const bytes = readFileSync(imageFile);
  const labelsAt = imageCount * imageShape[0] * imageShape[1] * imageShape[2];
  return {
    images: bytes.subarray(0, labelsAt),
    labels: bytes.subarray(labelsAt),
    count: imageCount,
    shape: imageShape,
  };
}
