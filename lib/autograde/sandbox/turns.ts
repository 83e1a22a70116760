/** Runs that go side by side, and others that go alone. */
export class Turns {
  private readonly running = new Set<Promise<unknown>>();
  private last: Promise<unknown> = Promise.resolve();

  /** Runs beside others, once none runs alone. */
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

  /** Runs once no other one does; others wait until it has ended. */
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
