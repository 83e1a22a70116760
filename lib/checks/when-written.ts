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
    const [are, them] = exercise.startsWith("Exercises") ? ["are not all", "them"] : ["is not", "it"];
    const why =
      message === "not implemented"
        ? `${are} written yet. Write ${them}`
        : `${are} right yet: this cell stopped with "${message.replace(/\.$/, "")}". Mend ${them}`;
    console.log(`${exercise} ${why}, then run this cell again.`);
  };
  try {
    const ends = use();
    return ends instanceof Promise ? ends.catch(explain) : undefined;
  } catch (error) {
    explain(error);
  }
}
