import type { RunRecord } from "../runs/record";
import { capture, descend, tf, type Precision } from "../tensorflow/engine";

/** What a device reaches at most, for a run record. */
type Ceiling = NonNullable<RunRecord["ceiling"]>;

/** How often each width is tried, and how many seconds a product takes at least, so that starting it does not count. */
interface Care {
  tries: number;
  longEnough: number;
  precision?: Precision;
}

/** Larger matrices would not be faster. */
const careful: Care = { tries: 8, longEnough: 0.05 };
/** For trainings that nobody asked to wait: a tenth of a second on two cores. */
const brief: Care = { tries: 6, longEnough: 0.005 };
const widths = { least: 1024, most: 16_384 };
/** Updates of one call, and their numbers: more than fit into a cache. */
const updates = 8;
const numbers = 2 ** 25;

/**
 * Measures what the device of captured steps reaches at most in float32, as TensorFlow computes it here: in a matrix product,
 * whose numbers are used often once they are there, and in an update of a large vector (the triad of J. McCalpin's STREAM
 * benchmark), whose numbers are used once. The best of several tries counts. It takes about two seconds.
 */
export function measureCeiling(): Ceiling {
  return { operationsPerSecond: productRate(careful), bytesPerSecond: triadRate() };
}

/** The operations a second of a matrix product in a precision, measured briefly: of all cores of this process, or of a GPU. */
export const measurePeak = (precision: Precision): number => productRate({ ...brief, precision });

/** Multiplies ever larger square matrices until a product takes long enough. A product of width n has 2 n^3 operations. */
function productRate({ tries, longEnough, precision }: Care): number {
  const corner = (a: tf.Tensor2D, b: tf.Tensor2D) => tf.tidy(() => tf.slice(tf.matMul(a, b), [0, 0], [1, 1]));
  const product = capture(corner, { precision });
  try {
    for (let width = widths.least; ; width *= 2) {
      const [a, b] = [tf.ones<tf.Rank.R2>([width, width]), tf.ones<tf.Rank.R2>([width, width])];
      const seconds = bestOf(() => product(a, b), tries);
      tf.dispose([a, b]);
      if (seconds >= longEnough || width >= widths.most) return (2 * width ** 3) / seconds;
    }
  } finally {
    product.dispose();
  }
}

/** Updates a vector in place. Each update reads two vectors and writes one, all of float32. */
function triadRate(): number {
  const [start, change, rate] = [tf.zeros([numbers]), tf.ones([numbers]), tf.scalar(0.5)];
  const vector = tf.variable(start);
  start.dispose();
  const triad = capture(() =>
    tf.tidy(() => {
      for (let update = 0; update < updates; update++) descend(vector, rate, change);
      return tf.slice(vector, [0], [1]);
    }),
  );
  try {
    return (updates * numbers * 3 * 4) / bestOf(triad, careful.tries);
  } finally {
    triad.dispose();
    tf.dispose([vector, change, rate]);
  }
}

/** The seconds of the fastest call, whose result is read so that the device has finished. The first call does not count. */
function bestOf(call: () => tf.Tensor, tries: number): number {
  const seconds = Array.from({ length: tries + 1 }, () => {
    const begin = performance.now();
    const result = call();
    result.dataSync();
    result.dispose();
    return (performance.now() - begin) / 1000;
  });
  return Math.min(...seconds.slice(1));
}
