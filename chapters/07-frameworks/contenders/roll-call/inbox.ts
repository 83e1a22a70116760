/** What each task has sent and nobody has asked for yet, or the other way round. */
export class Inbox {
  private readonly sent = new Map<number, number[][]>();
  private readonly asked = new Map<number, ((values: number[]) => void)[]>();

  put(task: number, values: number[]): void {
    const asked = this.asked.get(task)?.shift();
    if (asked) asked(values);
    else this.sent.set(task, [...(this.sent.get(task) ?? []), values]);
  }

  next(task: number): Promise<number[]> {
    const sent = this.sent.get(task)?.shift();
    if (sent) return Promise.resolve(sent);
    return new Promise((resolve) => this.asked.set(task, [...(this.asked.get(task) ?? []), resolve]));
  }
}
