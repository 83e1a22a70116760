/** Lets some runs go side by side, and others alone. */
export class Turns {
  private readonly running = new Set<Promise<unknown>>();
  private last: Promise<unknown> = Promise.resolve();

  /** Waits until none runs alone, then runs beside others. */
  async together<T>(run: () => Promise<T>): Promise<T> {
    for (let before; before !== this.last;) {
      before = this.last;
      await before;
    }
    const running = run();
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** Waits until no other one runs, then runs alone. */
  async alone<T>(run: () => Promise<T>): Promise<T> {
    const before = this.last;
    const running = (async () => {
      await before;
      await Promise.allSettled(this.running);
      return run();
    })();
    this.last = running.catch(() => undefined);
    return running;
  }
}
