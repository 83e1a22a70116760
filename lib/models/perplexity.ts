/**
 * The perplexity of a model on a text: e to the mean loss. A model of perplexity 5 is as unsure of each token as if it had to guess
 * among 5 equally likely ones; one that knows nothing of N tokens has perplexity N, a perfect one 1. It depends on what a token is,
 * so compare models by it only where they have the same vocabulary. (F. Jelinek et al., Perplexity: a measure of the difficulty of
 * speech recognition tasks, J. Acoust. Soc. Am. 62, S63, 1977.)
 * @param loss The mean cross-entropy of the text's tokens, in nats (natural logarithm) for each token.
 * @returns a number of tokens.
 */
export function perplexity(loss: number): number {
  return Math.exp(loss);
}
