import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { wholeNumber } from "../dataset";

/** About as many characters as it has; the speech that reaches them is finished. */
const characters = 100_000;

const speakers = ["Alva", "Bram", "Corin", "Dessa", "Edrik", "Fenna", "Galen", "Hesper"];
const adjectives = ["pale", "quiet", "weary", "golden", "bitter", "gentle", "hollow", "silver", "restless", "narrow"];
const nouns = ["king", "river", "candle", "soldier", "raven", "garden", "shadow", "sailor", "daughter", "window"];
const verbs = ["wait", "turn", "wander", "burn", "fall", "linger", "tremble", "sleep", "return", "listen"];
const places = ["above", "beneath", "beside", "beyond", "behind", "before"];
const one = ["the", "a", "this", "each", "no"];
const several = ["the", "two", "these", "some", "all"];
/** Words that rhyme; the two lines of a couplet end in two of them. */
const rhymes = [
  ["night", "light", "height", "fight"],
  ["sea", "tree", "key", "plea"],
  ["stone", "throne", "bone", "unknown"],
  ["day", "bay", "way", "clay"],
  ["rain", "plain", "lane", "chain"],
  ["fire", "spire", "choir", "wire"],
];

/**
 * Makes a text in place of tiny Shakespeare without a download: speakers who answer one another in couplets, about 100 kB of ASCII.
 * A small grammar writes it, whose rules a model can learn one after another: words, lines and punctuation, verbs that agree with
 * their nouns, whom a speaker answers, and last the rhymes.
 * @param seed The same seed gives the same text on every machine. Default 1.
 * @throws one line when the seed is not a whole number.
 */
export function syntheticText(seed = 1): string {
  const random = xoroshiro128plus(wholeNumber("seed", seed, 0));
  const below = (count: number): number => uniformInt(random, 0, count - 1);
  const pick = (words: readonly string[]): string => words[below(words.length)];
  const other = (words: readonly string[], than: string): string => pick(words.filter((word) => word !== than));

  /** Who does something, and what they do, as a statement or after "does" and "do". */
  const clause = (asks: boolean): string => {
    const many = below(2) === 1;
    const subject = `${pick(many ? several : one)} ${pick(adjectives)} ${pick(nouns)}${many ? "s" : ""}`;
    const verb = pick(verbs);
    if (asks) return `${many ? "do" : "does"} ${subject} ${verb}`;
    return `${subject} ${verb}${many ? "" : "s"}`;
  };
  const couplet = (begin: string): string => {
    const group = rhymes[below(rhymes.length)];
    const first = pick(group);
    const asks = below(4) === 0;
    const lines = [
      `${begin}${asks ? pick(["why", "where", "when"]) + " " : ""}${clause(asks)} ${pick(places)} the ${first}`,
      `${pick(["and", "but", "for", "while"])} ${clause(false)} ${pick(places)} the ${other(group, first)}`,
    ].map(capitalized);
    return `${lines[0]}${pick([",", ",", ";"])}\n${lines[1]}${asks ? "?" : pick([".", ".", "!"])}\n`;
  };

  let text = "";
  let [speaker, last] = [pick(speakers), ""];
  while (text.length < characters) {
    const begin = last === "" ? "" : `${pick(["O", "good", "dear"])} ${last}, `;
    const more = Array.from({ length: below(3) }, () => couplet(""));
    text += `${speaker}:\n${couplet(begin)}${more.join("")}\n`;
    // One scene in eight ends here: the next speaker answers nobody.
    [speaker, last] = [other(speakers, speaker), below(8) === 0 ? "" : speaker];
  }
  return text;
}

const capitalized = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);
