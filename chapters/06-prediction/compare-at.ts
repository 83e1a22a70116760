import { max, min } from "simple-statistics";
import type { AccuracyCurve } from "../../lib/measure/accuracy/curve";
import { between, type Paid, type PaidPoint } from "../../lib/measure/accuracy/interpolate";

/**
 * The point of a curve at a cost, interpolated linearly between two validations.
 * @throws one line when the curve begins after that cost, or ends before it.
 */
function curveAt(curve: AccuracyCurve, by: Paid, value: number): PaidPoint {
  const { points } = curve;
  const next = points.findIndex((point) => point[by] >= value);
  const last = points[points.length - 1][by];
  if (next < 0) {
    throw new Error(
      `Run ${curve.run} ends at ${shown(by, last)}, before ${shown(by, value)}: compare at most there, or train more epochs.`,
    );
  }
  if (points[next][by] === value) return between(points[next], points[next], 0);
  if (next > 0) {
    const [from, to] = [points[next - 1], points[next]];
    return between(from, to, (value - from[by]) / (to[by] - from[by]));
  }
  throw new Error(
    `Run ${curve.run} is first validated at ${shown(by, points[0][by])}, after ${shown(by, value)}: compare later, or train the others more epochs.`,
  );
}

/**
 * The points of several curves at the same cost.
 * @param value The cost. Default: the largest that all curves reach.
 * @throws one line when there is no curve, or a curve has no validations around that cost.
 */
export function compareAt(curves: readonly AccuracyCurve[], by: Paid, value?: number): PaidPoint[] {
  if (curves.length === 0) throw new Error("There are no runs to compare: train at least one.");
  const most = min(curves.map(({ points }) => max(points.map((point) => point[by]))));
  return curves.map((curve) => curveAt(curve, by, value ?? most));
}

const shown = (by: Paid, value: number): string => (by === "seconds" ? `${value.toFixed(1)} s` : `${by} ${value}`);
