import type { Shown } from "./progress";

/** The points of a check: a number for nbgrader, which reads the plain text of a test cell's result, and a bar for the student. */
export class Points {
  constructor(
    private readonly earned: number,
    private readonly most: number,
    private readonly shown: Partial<Shown> = {},
  ) {}

  valueOf(): number {
    return this.earned;
  }

  /** How Jupyter shows it. */
  _repr_mimebundle_() {
    const { sum = this.earned, total = this.most } = this.shown;
    const text = `${sum} of ${total} points`;
    const bar = `<progress style="margin: 4px" value="${sum}" max="${total}" aria-label="${text}"></progress>${text}`;
    return { data: { "text/plain": String(this.earned), "text/html": bar } };
  }
}
