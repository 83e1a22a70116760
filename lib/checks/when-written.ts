/**
 * Does what rests on a student's function. While that is not written or fails, it prints one line instead of an error, so that the
 * notebook's other cells still run.
 * @param exercise The line names it: `Exercise 4`.
 */
export function whenWritten(exercise: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const why = message === "not implemented" ? "is not written yet" : `stopped with an error: ${message}`;
    console.log(`${exercise} ${why}. Write it, then run this cell again.`);
  }
}
