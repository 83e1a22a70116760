import type { Dataset } from "../../datasets";

/** The first training images as lists of numbers from 0 to 1, and their labels. */
export function firstImages({ train }: Dataset, count: number): { images: number[][]; labels: number[] } {
  const bytes = train.images.length / train.count;
  const rows = Array.from({ length: count }, (_, row) => row);
  return {
    images: rows.map((row) => Array.from(train.images.subarray(row * bytes, (row + 1) * bytes), (byte) => byte / 255)),
    labels: rows.map((row) => train.labels[row]),
  };
}
