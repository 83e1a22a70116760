/**
 * Runs what goes on later where it was interrupted: Ctrl-C, or a request to end, is passed on to it as an aborted signal. A
 * second one ends the process at once, which loses nothing either.
 * @returns what it returned, and the signal that came meanwhile, if one did.
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
    const value = await run(stop.signal);
    return { value, signal };
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
