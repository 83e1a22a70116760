import { Command, Option } from "@commander-js/extra-typings";
import { positive, whole, type FlagsOf } from "../values";

/** Whether a model of this name takes text. It does not load the models, so that flags are refused at once. */
export const isTextModel = (model: string): boolean => model.startsWith("gpt");

/** The optimizer that flags name, or the usual one of their model. */
export const usualOptimizer = ({ optimizer, model }: { optimizer?: "sgd" | "adamw"; model: string }): "sgd" | "adamw" =>
  optimizer ?? (isTextModel(model) ? "adamw" : "sgd");

/** The options that mean nothing to texts. They have no defaults, which would not be seen in the types of all flags. */
export const imageOptions = () =>
  new Command()
    .option("--data-dir <folder>", "the folder of the dataset; default: the dataset is downloaded once")
    .option("--image-size <pixels>", "height and width of the resized images", whole(1))
    .option("--augment", "shift each training image by up to 4 pixels and mirror half of them, at random")
    .addOption(
      new Option("--data <place>", "keep all images on the device, or let the host feed them; default: device").choices(
        ["device", "host"],
      ),
    )
    .option("--prefetch <batches>", "batches that the host prepares ahead; default: 2", whole(0))
    .option("--loaders <number>", "threads of the host that prepare batches; default: one", whole(1, 256))
    .option(
      "--seconds-per-image <seconds>",
      "let the host wait this long for each image, as slow storage would",
      positive,
    );

/** The flags of {@link imageOptions}. */
export type ImageFlags = FlagsOf<typeof imageOptions>;

const forTexts: readonly string[] = ["--context"];

/** The first flag given that means nothing to this kind of model, and the remedy, in one line; undefined where there is none. */
export function kindProblem(model: string, command: Command): string | undefined {
  const forImages = imageOptions().options.map(({ long }) => long ?? "");
  const [others, kind] = isTextModel(model) ? [forImages, "images"] : [forTexts, "texts"];
  const isGiven = (option: Option): boolean => command.getOptionValueSource(option.attributeName()) === "cli";
  const wrong = command.options.find((option) => others.includes(option.long ?? "") && isGiven(option));
  return wrong && `${wrong.long} is for ${kind}: leave it out with ${model}`;
}
