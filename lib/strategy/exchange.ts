import { allReduce, captureReplicas, tf, type CollectiveGroup } from "../tensorflow/engine";
import type { Description } from "./team";

// All processes must send equally many bytes. The digests of ResNet152's 900 weights need about 60,000.
const MAX_BYTES = 2 ** 17;

/**
 * Gives every process the descriptions of all processes, by the all-reduce that training needs anyway: each process writes
 * its own description into its row of a matrix of zeros, one number for each byte, and the matrices are added up.
 * @param group Has one device of each process.
 * @param task The number of this process, from 0.
 */
export function exchange(description: Description, group: CollectiveGroup, task: number): Description[] {
  const { devices } = group;
  const bytes = Buffer.from(JSON.stringify(description));
  if (bytes.length > MAX_BYTES)
    throw new Error(`The description of a training has ${bytes.length} bytes, more than ${MAX_BYTES}.`);
  const row = new Float32Array(MAX_BYTES);
  row.set(bytes);
  const step = captureReplicas(
    (rows: tf.Tensor2D) => allReduce([rows])[0],
    (rows: tf.Tensor2D): [tf.Tensor2D][] => [[rows]],
    { name: "exchange", devices: [devices[task]], group },
  );
  try {
    return tf.tidy(() => {
      const rows = tf.pad<tf.Tensor2D>(tf.tensor2d(row, [1, MAX_BYTES]), [[task, devices.length - 1 - task], [0, 0]]); // prettier-ignore
      return step(rows).arraySync().map(read);
    });
  } finally {
    step.dispose();
  }
}

function read(row: number[]): Description {
  const text = Buffer.from(row).toString("utf8").replace(/\0+$/, "");
  return JSON.parse(text) as Description; // written by a process of this training, maybe with another version of the workbook
}
