interface StartedProgram {
  once(event: "exit", listener: () => void): unknown;
  stdout?: { destroy(): unknown } | null;
  stderr?: { destroy(): unknown } | null;
}

const lastWordsMilliseconds = 1000;

/**
 * Closes a program's output soon after the program has ended. Another process of the same account can keep that output open,
 * and whoever reads it would wait for ever.
 */
export function letGo(program: StartedProgram): void {
  program.once("exit", () => {
    setTimeout(() => {
      program.stdout?.destroy();
      program.stderr?.destroy();
    }, lastWordsMilliseconds).unref();
  });
}
