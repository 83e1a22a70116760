import { wholeNumber } from "../../datasets/dataset";
import { orRefuse, readArguments, type Arguments } from "../jobs/program-arguments";
import { flags, type ArgumentValues } from "../jobs/run-program";
import { contenderNamed, OURS, type Contender } from "./contenders";

/** The chapter's program that trains in one of the frameworks. */
const program = "07-frameworks/train";

const defaults = {
  framework: OURS, // or another: pytorch-ddp, keras-horovod, ... (a wrong name lists all)
  model: ["resnet44", "resnet20", "resnet32", "resnet56"],
  localBatchSize: 128, // of each process
  epochs: 5,
  device: ["cpu", "gpu"],
  compression: ["none", "16-bit"], // the number format in which gradients travel
  learningRate: Number, // 0.1 for 128 images, and in proportion for more or fewer, unless a number is given
  warmUpSteps: Number, // those of the first epoch, unless a number is given
  dataset: ["cifar10", "synthetic"],
  imageSize: 32, // pixels on each side; another size than the images' own is this engine's only
  trainImages: Number, // all there are, unless a number is given
  testImages: Number,
  augment: false, // move and mirror the training images
  seed: 1, // of the weights and of the order of the images
  threads: Number, // of each process: its cores, unless a number is given
  collectiveTimeout: 60, // seconds
  checkpoint: String, // a folder that all nodes see; this engine's only
  resume: false,
} as const;

type Given = Arguments<typeof defaults>;

/** The most seconds that a timer can wait, of which Node counts milliseconds in 32 bits. */
const longestTimeout = 2_147_483;

/**
 * Reads the arguments of the lesson's program, and finds the framework that they name.
 * A wrong one ends the program with one line and exit status 2.
 */
export function frameworkArguments(): Given & { contender?: Contender } {
  return orRefuse(() => {
    const given = readArguments(defaults, process.argv.slice(2));
    return { ...given, contender: checked(given) };
  });
}

/**
 * Refuses what the lesson's program would refuse of its arguments, without starting it. Other programs' arguments pass.
 * @param words The arguments by name, or as the words of a command line.
 * @throws one line with what is wrong.
 */
export function checkFrameworkArguments(of: string, words: ArgumentValues | readonly string[]): void {
  if (of === program) checked(readArguments(defaults, isWords(words) ? [...words] : flags(words)));
}

const isWords = (words: ArgumentValues | readonly string[]): words is readonly string[] => Array.isArray(words);

/** @returns the framework; undefined for this engine. */
function checked({
  framework,
  compression,
  checkpoint,
  resume,
  learningRate,
  ...numbers
}: Given): Contender | undefined {
  const contender = framework === OURS ? undefined : contenderNamed(framework);
  wholeNumber("--local-batch-size", numbers.localBatchSize);
  wholeNumber("--epochs", numbers.epochs);
  wholeNumber("--image-size", numbers.imageSize);
  wholeNumber("--seed", numbers.seed, 0, 2 ** 31 - 1);
  wholeNumber("--collective-timeout", numbers.collectiveTimeout, 1, longestTimeout);
  wholeNumber("--warm-up-steps", numbers.warmUpSteps ?? 0, 0);
  wholeNumber("--train-images", numbers.trainImages ?? 1);
  wholeNumber("--test-images", numbers.testImages ?? 1);
  wholeNumber("--threads", numbers.threads ?? 1);
  if (learningRate !== undefined && learningRate <= 0) {
    throw new Error(`--learning-rate is ${learningRate}: give a number above 0.`);
  }
  if (contender && (checkpoint !== undefined || resume)) {
    throw new Error(`--checkpoint and --resume are this engine's only: leave them out with --framework ${framework}.`);
  }
  if (contender && compression !== "none") checkCompression(contender);
  return contender;
}

/** @throws one line when the framework cannot send gradients in 16 bits. */
export function checkCompression({ name, compresses }: Contender): void {
  if (!compresses) throw new Error(`${name} cannot send gradients in 16 bits: leave the compression out.`);
}
