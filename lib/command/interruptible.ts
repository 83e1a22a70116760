/**
 * Runs work that can be continued later: Ctrl-C or SIGTERM aborts its signal. A second one ends the process at once, which
 * loses nothing either.
 * @returns the result, and the signal that arrived meanwhile, if any.
 */
export async function interruptible<T>(
  run: (stop: AbortSignal) => Promise<T>,
): Promise<{ value: T; signal?: NodeJS.Signals }> {
  const stop = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    signal = name;
    stop.abort();
  };
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    return { value: await run(stop.signal), signal };
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
