import type { tf } from "../backend";
import type { Graph, Node } from "./graph";

/** What random numbers need of the recording that they belong to. */
interface Recorder {
  readonly graph: Graph;
  constant(values: Int32Array, shape: number[], dtype: number): Node;
  tensorOf(node: Node): tf.Tensor;
}

/**
 * The random numbers of a recording. tfjs makes random numbers in JavaScript, which a graph would freeze into constants.
 * During a recording, TensorFlow's stateless random ops replace its random functions. They draw from the pair (seed, step),
 * each op from a stream of its own.
 */
export class RandomStreams {
  /** The input that holds (seed, step), if any random op was recorded. */
  state: Node | undefined;
  /** The number of the next stream. Whoever sets it back draws the same numbers again. */
  position = 0;

  constructor(private readonly recording: Recorder) {}

  /** The key of the next stream, int32 [2]. @param opSeed An op's own seed, which selects another stream. */
  key(opSeed = 0): tf.Tensor {
    const { graph } = this.recording;
    const int32 = 3;
    this.state ??= graph.placeholder([2], int32);
    // An odd multiplier spreads neighbouring streams over all 32 bits.
    const stream = Math.imul(this.position++, 0x9e3779b1) ^ Math.imul(opSeed, 0x85ebca6b);
    const offset = this.recording.constant(Int32Array.of(stream, 0), [2], int32);
    const [sum] = graph.op("AddV2", [], [this.state, offset]);
    // TensorFlow extends the sign of a negative key to 64 bits, XLA does not: they would draw other numbers. On GPUs keys lie on
    // the host, where this op computes, too; a bitwise one would have them copied to the GPU and back.
    const largest = this.recording.constant(Int32Array.of(0x7fffffff, 0x7fffffff), [2], int32);
    return this.recording.tensorOf(graph.op("FloorMod", [], [sum, largest])[0]);
  }
}
