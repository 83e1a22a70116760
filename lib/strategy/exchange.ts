import { allReduce, captureReplicas, tf, type CollectiveGroup } from "../tensorflow";
import type { Description } from "./team";

// All processes must send the same size. ResNet152's 900 weights with a digest each need about 60,000 bytes.
const LARGEST = 2 ** 17;

/**
 * Lets every process see what all of them say: each writes its own row of a matrix of zeros, one number a byte, and the
 * matrices are added up. It needs nothing but the all-reduce that training needs anyway.
 * @param group One device a process.
 * @param task This process, from 0.
 */
export function exchange(own: Description, { devices, ...how }: CollectiveGroup, task: number): Description[] {
  const bytes = Buffer.from(JSON.stringify(own));
  if (bytes.length > LARGEST)
    throw new Error(`The description of a training has ${bytes.length} bytes, more than ${LARGEST}.`);
  const row = new Float32Array(LARGEST);
  row.set(bytes);
  const step = captureReplicas(
    (rows: tf.Tensor2D) => allReduce([rows])[0],
    (rows: tf.Tensor2D): [tf.Tensor2D][] => [[rows]],
    { name: "exchange", devices: [devices[task]], group: { devices, ...how } },
  );
  try {
    return tf.tidy(() => {
      const rows = tf.pad<tf.Tensor2D>(tf.tensor2d(row, [1, LARGEST]), [[task, devices.length - 1 - task], [0, 0]]); // prettier-ignore
      return step(rows).arraySync().map(read);
    });
  } finally {
    step.dispose();
  }
}

function read(row: number[]): Description {
  const text = Buffer.from(row).toString("utf8").replace(/\0+$/, "");
  return JSON.parse(text) as Description; // as this process, or one of another version, wrote it
}
