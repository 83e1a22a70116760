import { distance } from "fastest-levenshtein";

/**
 * ` (Did you mean resnet50v2?)`, the end of a line that refuses a name or a value: those of the known names that differ least
 * from it; empty where none is near. A name is near if at most three of its letters differ, and at most two of five.
 */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...new Set(known)];
  const far = names.map((name) => slips(bare(word), bare(name)));
  const least = Math.min(3, ...far);
  const near = names.filter(
    (name, at) => far[at] === least && least <= 0.4 * Math.max(bare(word).length, bare(name).length),
  );
  if (near.length === 0 || (near.length > 1 && near.length === names.length)) return ""; // all of them are no help
  return ` (Did you mean ${near.length > 1 ? "one of " : ""}${near.sort().join(", ")}?)`;
}

/** The error for a name that is none of the known ones: one line that lists them, and says which one may be meant. */
export function noSuch(what: string, name: string, known: readonly string[], remedy = "choose one of"): Error {
  return new Error(`There is no ${what} "${name}": ${remedy} ${known.join(", ")}.${didYouMean(name, known)}`);
}

/** How many slips make one word of another; two letters that have changed places are one. */
function slips(one: string, other: string): number {
  const count = distance(one, other);
  const letters = (word: string): string => [...word].sort().join("");
  return count === 2 && letters(one) === letters(other) ? 1 : count;
}

const bare = (name: string): string => name.replace(/^-+/, "").toLowerCase();
