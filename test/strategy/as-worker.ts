/**
 * The end of a program that `startWorkers` starts: does what WORKER in the environment says, where it is there.
 * @param exits Whether it ends at once after an error: TensorFlow's threads may wait for a peer that is gone.
 */
export function asWorker<W>(work: (worker: W) => Promise<void>, { exits = false } = {}): void {
  const given = process.env.WORKER;
  if (given === undefined) return;
  work(JSON.parse(given) as W).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
    if (exits) process.exit();
  });
}
