import { formatNumber } from "./compare";

/**
 * Compares a student's guess with the measurement, in one line.
 * @param guess undefined until the student has written one.
 * @param measured in the same unit; above 0.
 */
export function compareGuess(
  what: string,
  guess: number | undefined,
  measured: number,
  unit: string,
  how: "measured" | "computed" = "measured",
): string {
  const measurement = `${what}: ${how} ${formatNumber(Number(measured.toPrecision(3)))} ${unit}`;
  if (guess === undefined) return `${measurement}. You wrote no guess.`;
  const guessed = `you guessed ${formatNumber(guess)} ${unit}`;
  if (!(guess > 0)) return `${measurement}, ${guessed}: a guess is a number above 0.`;
  const ratio = Math.max(guess / measured, measured / guess);
  if (ratio < 1.05) return `${measurement}, ${guessed}: you were right.`;
  const side = guess > measured ? "too high" : "too low";
  return `${measurement}, ${guessed}: ${side} by a factor of ${formatNumber(Number(ratio.toPrecision(2)))}.`;
}
