import { formatNumber } from "./compare";

/**
 * Sets a student's guess beside what was measured, in one line.
 * @param guess undefined until the student has written one.
 * @param measured in the same unit; above 0.
 */
export function compareGuess(what: string, guess: number | undefined, measured: number, unit: string): string {
  const found = `${what}: measured ${formatNumber(Number(measured.toPrecision(3)))} ${unit}`;
  if (guess === undefined) return `${found}. You wrote no guess.`;
  const written = `you guessed ${formatNumber(guess)} ${unit}`;
  if (!(guess > 0)) return `${found}, ${written}: a guess is a number above 0.`;
  const ratio = Math.max(guess / measured, measured / guess);
  if (ratio < 1.05) return `${found}, ${written}: you were right.`;
  const side = guess > measured ? "too high" : "too low";
  return `${found}, ${written}: ${side} by a factor of ${ratio.toPrecision(2)}.`;
}
