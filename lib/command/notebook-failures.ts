/**
 * Prints descriptions of failed cells. They set the exit status, except in a student's notebook, where exercises may be
 * unsolved.
 */
export function tellFailures(failures: readonly string[], { student }: { student: boolean }): void {
  for (const failure of failures) (student ? console.log : console.error)(failure);
  if (failures.length > 0 && !student) process.exitCode = 1;
}

/** Prints a line of progress. */
export const log = (line: string): void => console.log(line);
