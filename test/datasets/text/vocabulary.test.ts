import { describe, expect, it } from "vitest";
import {
  byteVocabulary,
  characterVocabulary,
  vocabularyNamed,
  type VocabularyName,
} from "../../../datasets/text/vocabulary";

const text = "Ümläut: 字 🙂\nno.";

describe("bytes", () => {
  const bytes = byteVocabulary();

  it("are UTF-8's, and give the text back", () => {
    expect(bytes.size).toBe(256);
    expect([...bytes.encode("aÜ\n")]).toEqual([97, 0xc3, 0x9c, 10]);
    expect(bytes.decode(bytes.encode(text))).toBe(text);
  });

  it("that cut a character in two are shown as such, and others than bytes are refused", () => {
    expect(bytes.decode(bytes.encode("aÜ").subarray(0, 2))).toBe("a\uFFFD");
    expect(() => bytes.decode([256])).toThrow("a token is 256: give a whole number from 0 to 255.");
  });
});

describe("characters", () => {
  it("are the distinct ones in Unicode's order, whatever theirs in the text", () => {
    const characters = characterVocabulary("cab 🙂\uFFFDa");
    expect(characters.size).toBe(6);
    expect(characters.decode([0, 1, 2, 3, 4, 5])).toBe(" abc\uFFFD🙂");
    expect([...characters.encode("a🙂 ")]).toEqual([1, 5, 0]);
    expect([...characterVocabulary("🙂\uFFFD cba").encode("cab")]).toEqual([...characters.encode("cab")]);
  });

  it("give the text back", () => {
    const characters = characterVocabulary(text);
    const tokens = characters.encode(text);
    expect(tokens).toHaveLength([...text].length);
    expect(characters.decode(tokens)).toBe(text);
  });

  it("that are not there are named with their place and the remedy", () => {
    const characters = characterVocabulary("abc \n🙂");
    expect(() => characters.encode("ab\n🙂 cé")).toThrow(
      'The character "é" (U+00E9) in line 2, column 4 is none of the 6 characters of this vocabulary: leave it out, or use ' +
        "the vocabulary bytes, which has every text.",
    );
    expect(() => characters.encode("\t")).toThrow('The character "\\t" (U+0009) in line 1, column 1 ');
    expect(() => characters.decode([0, -1])).toThrow("a token is -1: give a whole number from 0 to 5.");
    expect(() => characterVocabulary("")).toThrow("The text is empty: a vocabulary needs at least 1 character.");
  });
});

it("A vocabulary is found by its name, and other names are refused", () => {
  expect(vocabularyNamed("bytes", "ab").size).toBe(256);
  expect(vocabularyNamed("characters", "ab").size).toBe(2);
  expect(() => vocabularyNamed("words" as VocabularyName, "ab")).toThrow(
    'There is no vocabulary "words": choose one of characters, bytes.',
  );
});
