import type { Model, ModelOptions } from "./model";
import { resNetV2, resNetV2Names } from "./resnet-v2";

export type { Model, ModelOptions, Weight } from "./model";
export type { ResNetV2Name } from "./resnet-v2";
export { resNet101V2, resNet152V2, resNet50V2, tinyResNetV2 } from "./resnet-v2";
export { multiplyAdds } from "./work";

/** The names that {@link modelNamed} knows. */
export const modelNames: readonly string[] = resNetV2Names;

/**
 * Builds a model by its name, as the command line gives it.
 * @throws when there is none of that name; the message lists those there are.
 */
export function modelNamed(name: string, options: ModelOptions): Model {
  const found = resNetV2Names.find((candidate) => candidate === name.toLowerCase());
  if (!found) throw new Error(`There is no model "${name}". There are: ${modelNames.join(", ")}.`);
  return resNetV2(found, options);
}
