import { createRequire } from "node:module";
import { tf } from "../backend";
import { nativeOp } from "../native-op";

// tfjs has no int64 tensors; tfjs-node has a class of its own for an int64 scalar.
const { Int64Scalar } = createRequire(__filename)("@tensorflow/tfjs-node-gpu/dist/int64_tensors") as {
  Int64Scalar: new (value: number) => tf.TensorInfo;
};

/**
 * Writes a graph as an event file for TensorBoard's graph page.
 * @param name The graph's name in TensorBoard's list of runs.
 * @param definition A serialized GraphDef.
 */
export function writeGraph(folder: string, name: string, definition: Uint8Array): void {
  tf.tidy(() => {
    const text = (value: string | Uint8Array): tf.Tensor =>
      tf.tensor(typeof value === "string" ? [value] : [value], [], "string");
    const [writer] = nativeOp("SummaryWriter", { shared_name: { string: `${folder}/${name}` } }, []);
    const limits = [tf.scalar(10, "int32"), tf.scalar(1000, "int32")];
    nativeOp("CreateSummaryFileWriter", {}, [writer, text(`${folder}/${name}`), ...limits, text("")], 0);
    nativeOp("WriteGraphSummary", {}, [writer, new Int64Scalar(0), text(definition)], 0);
    nativeOp("CloseSummaryWriter", {}, [writer], 0);
  });
}
