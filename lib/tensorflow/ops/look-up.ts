import { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";

/**
 * Rows of a table. The gradient is one op; TensorFlow.js's own would first put the numbers of the rows into another shape, for which a
 * GPU copies integers to the host and back.
 * @param table shape [rows, width].
 * @param rows int32, of any shape.
 * @returns shape [...rows.shape, width].
 */
export function lookUp(table: tf.Tensor2D, rows: tf.Tensor): tf.Tensor {
  const [count] = table.shape;
  const types = { T: { type: "float32" }, Tindices: { type: "int32" }, Tnumsegments: { type: "int32" } } as const;
  return withGradient([table], () => ({
    value: tf.gather(table, rows),
    keeps: [rows],
    gradient: (dy, [kept]) => nativeOp("UnsortedSegmentSum", types, [dy, kept, tf.scalar(count, "int32")])[0],
  }));
}
