import { createRequire } from "node:module";
import { tf } from "../backend";
import { nativeOp } from "../native-op";

// tfjs has no int64 tensors; tfjs-node passes such a scalar in a class of its own.
const { Int64Scalar } = createRequire(__filename)("@tensorflow/tfjs-node-gpu/dist/int64_tensors") as {
  Int64Scalar: new (value: number) => tf.TensorInfo;
};

/**
 * Writes graphs as an event file, the way TensorBoard's graph page reads them.
 * @param graphs Serialized GraphDefs by name; each becomes a run of its own.
 */
export function writeGraphs(folder: string, graphs: Map<string, Uint8Array>): void {
  for (const [name, definition] of graphs) {
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
}
