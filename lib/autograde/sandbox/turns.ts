/** Lets some runs go side by side, and others alone. */
export class Turns {
  private readonly running = new Set<Promise<unknown>>();
  private begun = 0;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Waits until none runs alone, then runs beside others.
   * @returns also whether there was another one meanwhile.
   */
  async together<T>(run: () => Promise<T>): Promise<{ value: T; beside: boolean }> {
    for (let before; before !== this.last;) {
      before = this.last;
      await before;
    }
    const others = this.running.size;
    const begun = ++this.begun;
    const running = run();
    this.running.add(running);
    try {
      const value = await running;
      return { value, beside: others > 0 || this.begun > begun };
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
