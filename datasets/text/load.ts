import { basename } from "node:path";
import { wholeNumber } from "../dataset";
import { readShakespeare, type ShakespeareOptions } from "./shakespeare";
import { syntheticText } from "./synthetic-text";
import { decodeText, readTextFile } from "./text-file";
import { windowsOf } from "./text-feed";
import { vocabularyNamed, type Vocabulary, type VocabularyName } from "./vocabulary";

/** What a language model trains on. */
export interface TextDataset {
  /** `shakespeare`, `synthetic`, or the file's name. */
  readonly name: string;
  readonly vocabulary: Vocabulary;
  /** The tokens of the first 90 %. */
  readonly train: Int32Array;
  /** The tokens of the last 10 %, which training does not see. */
  readonly validation: Int32Array;
  /** Tokens of a row. */
  readonly context: number;
  /** Rows of one step, over all devices. */
  readonly globalBatchSize: number;
  /** The origin of the text: a file, or how it was made. */
  readonly source: string;
}

export interface TextOptions extends ShakespeareOptions {
  /** What a token is. Default `characters`. */
  vocabulary?: VocabularyName;
  /** Tokens of a row, at most the model's context. Default 256. */
  context?: number;
  /** Rows of one step, over all devices. Default 8. */
  globalBatchSize?: number;
  /** Use only this many first rows of the training part. Default: all. */
  trainRows?: number;
  /** Use only this many first rows of the validation part. Default: all. */
  testRows?: number;
  /** Seed of the text `synthetic`. Default 1. */
  seed?: number;
}

/**
 * Loads a text by its name, or a file of the user's by its path. Options that do not concern it are ignored.
 * @param name `shakespeare` (A. Karpathy's tiny Shakespeare, downloaded the first time), `synthetic` (its stand-in, made up by the
 * program), or the path of a UTF-8 file.
 * @throws one line with the reason and the remedy, when the text is missing, empty, not UTF-8, or too short for the context.
 * @example
 * const text = await textNamed("shakespeare", { context: 128, globalBatchSize: 16 });
 */
export async function textNamed(name: string, options: TextOptions = {}): Promise<TextDataset> {
  const { context = 256, globalBatchSize = 8, trainRows, testRows } = options;
  wholeNumber("context", context);
  wholeNumber("globalBatchSize", globalBatchSize);
  if (trainRows !== undefined) wholeNumber("trainRows", trainRows);
  if (testRows !== undefined) wholeNumber("testRows", testRows);
  const { text, source, name: known = name } = await load(name, options);
  const vocabulary = vocabularyNamed(options.vocabulary ?? "characters", text);
  const tokens = vocabulary.encode(text);
  const split = Math.floor((tokens.length * 9) / 10);
  const rowsOf = (part: Int32Array, rows = Infinity) => part.subarray(0, rows * context + 1);
  const train = rowsOf(tokens.subarray(0, split), trainRows);
  const validation = rowsOf(tokens.subarray(split), testRows);
  // A row takes one token more than the context: the last one's label.
  if (windowsOf(train, context) < 1 || windowsOf(validation, context) < 1) {
    const least = 10 * context + 1; // so that its last tenth has a row
    throw new Error(
      `${known} has ${tokens.length} ${vocabulary.name}, and a context of ${context} needs at least ${least}: ` +
        "take a longer text or a shorter context.",
    );
  }
  return { name: known, vocabulary, train, validation, context, globalBatchSize, source };
}

async function load(name: string, options: TextOptions): Promise<{ text: string; source: string; name?: string }> {
  switch (name) {
    case "shakespeare": {
      const { bytes, source } = await readShakespeare(options);
      return { text: decodeText(source, bytes), source };
    }
    case "synthetic": {
      const { seed = 1 } = options;
      return { text: syntheticText(seed), source: `made from seed ${seed}, in place of tiny Shakespeare` };
    }
    default:
      return { text: decodeText(name, readTextFile(name)), source: name, name: basename(name) };
  }
}
