/**
 * Prints which cells of notebooks failed, and sets the exit status: a failure is an error but in a student's notebook, where
 * exercises may be unsolved.
 * @param failures what failed, described.
 */
export function tellFailures(failures: readonly string[], { student }: { student: boolean }): void {
  for (const failure of failures) (student ? console.log : console.error)(failure);
  if (failures.length > 0 && !student) process.exitCode = 1;
}

/** Prints what is done. */
export const log = (line: string): void => {
  console.log(line);
};
