import { withDataFile } from "../turns/data-file";
import type { GptPlan } from "../workers/protocol";

/** The part of a plan that says what is trained on. */
type Tokens = Pick<GptPlan, "tokenFile" | "rows" | "vocabulary" | "context">;

/** As many as Shakespeare's works have characters in nanoGPT's data set. */
export const vocabulary = 65;

const rows = 512;

/** Calls a function with the tokens for all contenders, in a temporary file: each token leaves 4 choices for the next one. */
export function withTokens<T>(context: number, use: (tokens: Tokens) => Promise<T>): Promise<T> {
  const tokens = new Uint8Array(rows * (context + 1));
  let random = 1;
  for (let place = 1; place < tokens.length; place++) {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0; // C's example of a generator
    tokens[place] = (3 * tokens[place - 1] + (random >>> 30)) % vocabulary;
  }
  return withDataFile(tokens, (tokenFile) => use({ tokenFile, rows, vocabulary, context }));
}
