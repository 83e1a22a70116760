/**
 * Does what rests on a student's function. While that is not written or fails, it prints one line instead of an error, so that the
 * notebook's other cells still run.
 * @param exercise The line names it: `Exercise 4`, or `Exercises 4 and 7`.
 */
export function whenWritten(exercise: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const which = exercise.startsWith("Exercises") ? "at least one of them" : "it";
    const why =
      message === "not implemented" ? `${which} is not written yet` : `${which} stopped with an error: ${message}`;
    console.log(`This cell needs ${exercise}, and ${why}. Write it, then run this cell again.`);
  }
}
