import { tf } from "../backend";
import { nativeOp } from "../native-op";

/**
 * Rows of a table. The gradient is one op; TensorFlow.js's own would first put the numbers of the rows into another shape, for which a
 * GPU copies integers to the host and back.
 * @param table shape [rows, width].
 * @param rows int32, of any shape.
 * @returns shape [...rows.shape, width].
 */
export function lookUp(table: tf.Tensor2D, rows: tf.Tensor): tf.Tensor {
  const differentiable = tf.customGrad<tf.Tensor>((_table, save) => {
    (save as tf.GradSaveFunc)([rows]); // customGrad passes it after the inputs, which its type cannot say
    const [count] = table.shape;
    const types = { T: { type: "float32" }, Tindices: { type: "int32" }, Tnumsegments: { type: "int32" } } as const;
    return {
      value: tf.gather(table, rows),
      gradFunc: (dy, [saved]) => nativeOp("UnsortedSegmentSum", types, [dy, saved, tf.scalar(count, "int32")])[0],
    };
  });
  return differentiable(table);
}
