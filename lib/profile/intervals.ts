/** A time from `start` to `end`, in seconds. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * The time that any of the intervals covers, as intervals that neither touch nor overlap, in order.
 * @param gap Intervals that are at most this many seconds apart are joined, too.
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

/** The time that both lists cover. Each must be a {@link union}. */
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

/** The time that `from` covers and `removed` does not. Each must be a {@link union}. */
export function subtract(from: readonly Interval[], removed: readonly Interval[]): Interval[] {
  const rest: Interval[] = [];
  let first = 0; // the first of `removed` that does not lie entirely before the current interval
  for (const { start, end } of from) {
    let position = start;
    while (first < removed.length && removed[first].end <= start) first++;
    for (let next = first; next < removed.length && removed[next].start < end; next++) {
      if (removed[next].start > position) rest.push({ start: position, end: removed[next].start });
      position = removed[next].end;
    }
    if (position < end) rest.push({ start: position, end });
  }
  return rest;
}

/** The seconds that a union covers. */
export function coveredSeconds(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + end - start, 0);
}
