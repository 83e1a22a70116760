/** From `start` to `end`, in seconds. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * The time that any of the intervals covers, as intervals that neither touch nor overlap, in order.
 * @param gap Seconds; what lies no further apart is joined too.
 */
export function union(intervals: readonly Interval[], gap = 0): Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    if (end <= start) continue;
    const last = merged.at(-1);
    if (last && start - last.end <= gap) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** The time that both cover. Each must be a union. */
export function intersection(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const both: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const start = Math.max(a[i].start, b[j].start);
    const end = Math.min(a[i].end, b[j].end);
    if (start < end) both.push({ start, end });
    if (a[i].end < b[j].end) i++;
    else j++;
  }
  return both;
}

/** The time of `from` that `taken` leaves. Each must be a union. */
export function subtract(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let first = 0; // of `taken`, the first that can still matter
  for (const { start, end } of from) {
    let at = start;
    while (first < taken.length && taken[first].end <= start) first++;
    for (let next = first; next < taken.length && taken[next].start < end; next++) {
      if (taken[next].start > at) left.push({ start: at, end: taken[next].start });
      at = taken[next].end;
    }
    if (at < end) left.push({ start: at, end });
  }
  return left;
}

/** The seconds that a union covers. */
export function length(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + end - start, 0);
}
