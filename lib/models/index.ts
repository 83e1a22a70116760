/**
 * Networks: those that train on images, and GPTs.
 * @module models
 */
import { efficientNet, efficientNetNames } from "./efficientnet";
import type { Model, ModelOptions } from "./model";
import { resNet, resNetNames } from "./resnet";
import { cifarResNet, cifarResNetNames } from "./resnet-cifar";
import { resNetV2, resNetV2Names } from "./resnet-v2";
import { noSuch } from "../system/names";

export type { Block, Chain, Pass, Sharing } from "./chain";
export { gpt, isGpt, type Gpt, type GptOptions } from "./gpt";
export { gptSizes } from "./gpt-sizes";
export { evaluateText, type TextEvaluation, type TextEvaluationOptions } from "./evaluate-text";
export type { Weight } from "./initializers";
export type { Model, PixelRange } from "./model";
export { perplexity } from "./perplexity";
export { sample, type SampleOptions } from "./sample";
export type { CifarResNetName } from "./resnet-cifar";
export { resNet50V2, type ResNetV2Name } from "./resnet-v2";
export { forwardOperations, multiplyAdds } from "./work";

const builders = new Map<string, (options: ModelOptions) => Model>([
  ...resNetV2Names.map((name) => [name, (options: ModelOptions) => resNetV2(name, options)] as const),
  ...resNetNames.map((name) => [name, (options: ModelOptions) => resNet(name, options)] as const),
  ...cifarResNetNames.map((name) => [name, (options: ModelOptions) => cifarResNet(name, options)] as const),
  ...efficientNetNames.map((name) => [name, (options: ModelOptions) => efficientNet(name, options)] as const),
]);

/** The names that {@link modelNamed} accepts. */
export const modelNames: readonly string[] = [...builders.keys()];

/**
 * Builds a model by the name that the command line uses.
 * @throws when no model has that name; the message lists the names.
 */
export function modelNamed(name: string, options: ModelOptions): Model {
  const build = builders.get(name.toLowerCase());
  if (!build) throw noSuch("model", name, modelNames);
  return build(options);
}
