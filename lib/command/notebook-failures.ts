/** What commands that run notebooks have in common. */
export interface NotebookRun {
  student: boolean;
  out: string;
}

/**
 * Runs a lesson's notebooks, prints what is done and which cells failed, and sets the exit status: a failure is an error
 * but in a student's notebook, where exercises may be unsolved.
 * @param run Returns what failed, described.
 */
export async function runNotebooks<O extends NotebookRun>(
  name: string,
  options: O,
  run: (name: string, options: O & { log: (line: string) => void }) => Promise<string[]>,
): Promise<void> {
  const log = (line: string): void => {
    console.log(line);
  };
  const failures = await run(name, { ...options, log });
  for (const failure of failures) (options.student ? console.log : console.error)(failure);
  if (failures.length > 0 && !options.student) process.exitCode = 1;
}
