import { z } from "zod";
import { roughMultiplyAdds } from "../models/known";
import { between, meansFile, nameSchema, readYaml, wholeUpTo } from "../system/read-yaml";
import { SCRATCH } from "../training/memory-model";

/** What is trained, in the numbers that a forecast needs. */
export interface Subject {
  name: string;
  /** Height and width of an image, in pixels. */
  imageSize: number;
  parameters: number;
  /** Of the forward pass on one image. */
  multiplyAdds: number;
  /** Bytes that each image adds to a step in float32: mostly activations, and scratch space of the kernels. */
  bytesPerImage: number;
}

const schema = z.strictObject({
  name: nameSchema,
  imageSize: wholeUpTo(1e6),
  parameters: wholeUpTo(1e15),
  /** Of the forward pass on one image. */
  multiplyAdds: between(1e3, 1e18),
  /** Numbers that the forward pass keeps of an image for the backward pass. */
  activations: between(1, 1e15),
});

/** What to look up of a model by its name. */
interface SubjectOptions {
  imageSize?: number;
  classes?: number;
}

/**
 * What is trained.
 * @param which A model's name, or a YAML file that describes a network.
 * @param options Of a model by name: images of 128 x 128 pixels and 10 classes by default, as in the book's tasks.
 * @throws one line when there is no such model, or with the file's entry and what it should be.
 */
export async function subjectOf(which: string, { imageSize, classes = 10 }: SubjectOptions = {}): Promise<Subject> {
  if (roughMultiplyAdds(which.toLowerCase(), 1) === undefined && meansFile(which)) {
    const { activations, ...described } = readYaml(which, "The model's file", schema);
    if (imageSize !== undefined && imageSize !== described.imageSize)
      throw new Error(
        `${which} describes images of ${described.imageSize} pixels, not ${imageSize}: leave one of them out.`,
      );
    return { ...described, bytesPerImage: SCRATCH * 4 * activations };
  }
  const { memoryOfStep } = await import("./step-memory.js"); // loads TensorFlow
  const size = imageSize ?? 128;
  const { name, parameters, bytesPerImage } = memoryOfStep(which, size, classes);
  const multiplyAdds = roughMultiplyAdds(name.toLowerCase(), size);
  if (multiplyAdds === undefined) throw new Error(`Nothing says what ${name} computes: describe it in a file.`);
  return { name, imageSize: size, parameters, multiplyAdds, bytesPerImage };
}
