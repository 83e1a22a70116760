/** Rows of numbers. */
export type Matrix = number[][];

export const range = (count: number): number[] => [...Array(count).keys()];

export const product = (x: Matrix, w: Matrix): Matrix =>
  x.map((row) => w[0].map((_, column) => row.reduce((sum, value, at) => sum + value * w[at][column], 0)));

/** Some of a matrix's columns. */
export const columns = (w: Matrix, chosen: readonly number[]): Matrix =>
  w.map((row) => chosen.map((column) => row[column]));

/** The places of a device's share, one after another. */
export const shareOf = (length: number, devices: number, device: number): number[] => {
  const share = Math.floor(length / devices);
  return range(share).map((at) => device * share + at);
};

/** `2 x 3` */
export const shape = (w: Matrix): string => `${w.length} x ${w[0].length}`;
