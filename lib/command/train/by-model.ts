import type { Command, Option } from "@commander-js/extra-typings";

/** Whether a model of this name takes text. It does not load the models, so that flags are refused at once. */
export const isTextModel = (model: string): boolean => model.startsWith("gpt");

/** The optimizer that flags name, or the usual one of their model. */
export const usualOptimizer = ({ optimizer, model }: { optimizer?: "sgd" | "adamw"; model: string }): "sgd" | "adamw" =>
  optimizer ?? (isTextModel(model) ? "adamw" : "sgd");

const forImages = [
  ...["--image-size", "--data-dir", "--augment", "--data", "--prefetch", "--loaders", "--seconds-per-image"],
];
const forTexts = ["--context"];

/** The first flag given that means nothing to this kind of model, and the remedy, in one line; undefined where there is none. */
export function kindProblem(model: string, command: Command): string | undefined {
  const [others, kind] = isTextModel(model) ? [forImages, "images"] : [forTexts, "texts"];
  const isGiven = (option: Option): boolean => command.getOptionValueSource(option.attributeName()) === "cli";
  const wrong = command.options.find((option) => others.includes(option.long ?? "") && isGiven(option));
  return wrong && `${wrong.long} is for ${kind}: leave it out with ${model}`;
}
