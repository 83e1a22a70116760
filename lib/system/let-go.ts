/** A program that was started, as far as it is watched here. */
interface Started {
  once(event: "exit", listener: () => void): unknown;
  stdout?: { destroy(): unknown } | null;
  stderr?: { destroy(): unknown } | null;
}

const lastWordsMilliseconds = 1000;

/**
 * Has a program's reader wait for no other process once the program has ended: whoever runs in the same account can keep its
 * output open, and its reader would wait for ever.
 */
export function letGo(program: Started): void {
  program.once("exit", () => {
    setTimeout(() => {
      program.stdout?.destroy();
      program.stderr?.destroy();
    }, lastWordsMilliseconds).unref();
  });
}
