import { allReduce, captureReplicas, tf, type CollectiveGroup } from "../tensorflow";
import type { Description } from "./team";

// All processes must send the same size. ResNet152's 900 weights with a digest each need about 60,000 bytes.
const LARGEST = 2 ** 17;

/**
 * Gives every process the descriptions of all processes. Each one writes its own into its row of a matrix of zeros, one number
 * for each byte, and the matrices are added up: this needs nothing but the all-reduce that training needs anyway.
 * @param group Its devices are one of each process.
 * @param task The number of this process, from 0.
 */
export function exchange(description: Description, group: CollectiveGroup, task: number): Description[] {
  const { devices } = group;
  const bytes = Buffer.from(JSON.stringify(description));
  if (bytes.length > LARGEST)
    throw new Error(`The description of a training has ${bytes.length} bytes, more than ${LARGEST}.`);
  const row = new Float32Array(LARGEST);
  row.set(bytes);
  const step = captureReplicas(
    (rows: tf.Tensor2D) => allReduce([rows])[0],
    (rows: tf.Tensor2D): [tf.Tensor2D][] => [[rows]],
    { name: "exchange", devices: [devices[task]], group },
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
  return JSON.parse(text) as Description; // A process of this training wrote it, maybe with another version of the workbook.
}
