/**
 * Does what rests on a student's function. While that is not written, or not right, it prints one line instead of an error, so
 * that the notebook's other cells still run.
 * @param exercise The line names it: `Exercise 4`, or `Exercises 4 and 7`.
 */
export function whenWritten(exercise: string, use: () => Promise<void>): Promise<void>;
export function whenWritten(exercise: string, use: () => void): void;
export function whenWritten(exercise: string, use: () => void | Promise<void>): void | Promise<void> {
  const explain = (error: unknown): void => {
    const [message] = (error instanceof Error ? error.message : String(error)).split("\n");
    const which = exercise.startsWith("Exercises") ? "at least one of them" : "it";
    const why =
      message === "not implemented"
        ? "is not written yet. Write it"
        : `is not right yet: the cell stopped with "${message.replace(/\.$/, "")}". Mend it`;
    console.log(`This cell needs ${exercise}, and ${which} ${why}, then run this cell again.`);
  };
  try {
    const ends = use();
    return ends instanceof Promise ? ends.catch(explain) : undefined;
  } catch (error) {
    explain(error);
  }
}
