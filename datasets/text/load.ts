import { basename } from "node:path";
import { wholeNumber } from "../dataset";
import { readShakespeare, type ShakespeareOptions } from "./shakespeare";
import { syntheticText } from "./synthetic-text";
import { decodeText, readTextFile } from "./text-file";
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
  /** The origin of the text: a file, or how it was made. */
  readonly source: string;
}

export interface TextOptions extends ShakespeareOptions {
  /** What a token is. Default `characters`. */
  vocabulary?: VocabularyName;
  /** The most tokens that the model looks at: a text that is too short for it is refused. Default 1. */
  context?: number;
  /** Seed of the text `synthetic`. Default 1. */
  seed?: number;
}

/**
 * Loads a text by its name, or a file of the user's by its path. Options that do not concern it are ignored.
 * @param name `shakespeare` (A. Karpathy's tiny Shakespeare, downloaded the first time), `synthetic` (its stand-in, made up by the
 * program), or the path of a UTF-8 file.
 * @throws one line with the reason and the remedy, when the text is missing, empty, not UTF-8, or too short for the context.
 * @example
 * const { vocabulary, train, validation } = await textNamed("shakespeare", { context: 128 });
 */
export async function textNamed(name: string, options: TextOptions = {}): Promise<TextDataset> {
  const { context = 1 } = options;
  wholeNumber("context", context);
  const { text, source, name: known = name } = await load(name, options);
  const vocabulary = vocabularyNamed(options.vocabulary ?? "characters", text);
  const tokens = vocabulary.encode(text);
  const split = Math.floor((tokens.length * 9) / 10);
  const [train, validation] = [tokens.subarray(0, split), tokens.subarray(split)];
  // A window has one token more than the context, the last one's target; validation also takes a shorter one.
  if (train.length < context + 1 || validation.length < 2) {
    const least = Math.max(Math.ceil(((context + 1) * 10) / 9), 11);
    throw new Error(
      `${known} has ${tokens.length} ${vocabulary.name}, and a context of ${context} needs at least ${least}: ` +
        "take a longer text or a shorter context.",
    );
  }
  return { name: known, vocabulary, train, validation, source };
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
      return { text: decodeText(name, await readTextFile(name)), source: name, name: basename(name) };
  }
}
