import { activationsMoved, multiplyAdds } from "../../lib/models/work";

/** The work of training on one image. */
export interface TrainingWork {
  /** Floating-point operations. */
  operations: number;
  /** Bytes that are read and written. */
  bytes: number;
  operationsPerByte: number;
}

/**
 * The work of a training step for each image in float32, from the shapes of a model's layers. A multiply-add is two operations, and
 * the backward pass does about twice the work of the forward pass (D. Amodei and D. Hernandez, "AI and Compute", 2018). The bytes
 * are an estimate from below: see `activationsMoved`.
 */
export function trainingWork(model: Parameters<typeof multiplyAdds>[0], imageSize: number): TrainingWork {
  const operations = 3 * 2 * multiplyAdds(model, imageSize);
  const bytes = 3 * 4 * activationsMoved(model, imageSize);
  return { operations, bytes, operationsPerByte: operations / bytes };
}
