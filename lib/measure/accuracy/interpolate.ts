import type { AccuracyPoint } from "./curve";

/** The unit of cost. At equal images accumulation makes fewer updates; at equal updates it sees more images. */
export type Paid = "images" | "updates" | "seconds";

/** A point of a curve, or between two of its validations. */
export type PaidPoint = Omit<AccuracyPoint, "epoch">;

/** The point at a share of the way from one validation to another. */
export function between(from: AccuracyPoint, to: AccuracyPoint, share: number): PaidPoint {
  const interpolated = (field: keyof PaidPoint): number => from[field] + share * (to[field] - from[field]);
  return {
    seconds: interpolated("seconds"),
    images: interpolated("images"),
    updates: interpolated("updates"),
    accuracy: interpolated("accuracy"),
    loss: interpolated("loss"),
  };
}
