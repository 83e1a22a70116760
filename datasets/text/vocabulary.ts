import { wholeNumber } from "../dataset";
import { noSuch } from "../../lib/system/names";

/** The two kinds of tokens into which a text can be divided. */
export const vocabularyNames = ["characters", "bytes"] as const;
export type VocabularyName = (typeof vocabularyNames)[number];

/** Numbers for the pieces of a text. */
export interface Vocabulary {
  readonly name: VocabularyName;
  /** How many different tokens there are; they count from 0. */
  readonly size: number;
  /**
   * A text as tokens.
   * @throws one line with the character, its place and the remedy, when the vocabulary lacks one.
   */
  encode(text: string): Int32Array;
  /**
   * Tokens as a text. Bytes that are no UTF-8, such as a character that is cut in two, become `\uFFFD`.
   * @throws one line when there is no such token.
   */
  decode(tokens: ArrayLike<number>): string;
}

/** The 256 bytes of UTF-8, in which any text can be written: a character outside of ASCII takes 2 to 4 tokens. */
export function byteVocabulary(): Vocabulary {
  const size = 256;
  return {
    ...{ name: "bytes", size },
    encode: (text) => new Int32Array(Buffer.from(text)),
    decode: (tokens) => Buffer.from(known(tokens, size)).toString("utf8"),
  };
}

/**
 * The distinct characters of a text, in the order of their Unicode numbers, so that the same text always gives the same tokens.
 * @throws one line when the text is empty.
 */
export function characterVocabulary(text: string): Vocabulary {
  if (text === "") throw new Error("The text is empty: a vocabulary needs at least 1 character.");
  const characters = [...new Set(text)].sort((one, other) => numberOf(one) - numberOf(other));
  const size = characters.length;
  const tokenOf = new Map(characters.map((character, token) => [character, token]));
  return {
    ...{ name: "characters", size },
    encode: (written) => {
      const tokens = new Int32Array(written.length); // a character takes one or two places of a string
      let count = 0;
      for (const character of written) {
        const token = tokenOf.get(character);
        if (token === undefined) throw new Error(unknownCharacter(written, character, size));
        tokens[count++] = token;
      }
      return tokens.subarray(0, count);
    },
    decode: (tokens) => known(tokens, size).map((token) => characters[token]).join(""), // prettier-ignore
  };
}

/** The vocabulary of a name, for a text. @throws one line that lists the names, when there is no such vocabulary. */
export function vocabularyNamed(name: VocabularyName, text: string): Vocabulary {
  // A notebook's cell may pass any string.
  if (!vocabularyNames.includes(name)) {
    throw noSuch("vocabulary", name, vocabularyNames);
  }
  return name === "bytes" ? byteVocabulary() : characterVocabulary(text);
}

const numberOf = (character: string): number => character.codePointAt(0)!; // a Set of a text has no empty strings

/** All of a character's first occurrences are alike, so that the first one is where encoding stopped. */
function unknownCharacter(text: string, character: string, size: number): string {
  const before = text.slice(0, text.indexOf(character)).split("\n");
  const column = [...before.at(-1)!].length + 1; // split gives at least one part
  const number = numberOf(character).toString(16).toUpperCase().padStart(4, "0");
  return (
    `The character ${JSON.stringify(character)} (U+${number}) in line ${before.length}, column ${column} is none of the ` +
    `${size} characters of this vocabulary: leave it out, or use the vocabulary bytes, which has every text.`
  );
}

function known(tokens: ArrayLike<number>, size: number): number[] {
  return Array.from(tokens, (token) => wholeNumber("a token", token, 0, size - 1));
}
