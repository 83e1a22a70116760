import type { tf } from "../backend";
import type { Node } from "./graph";
import type { Recording } from "./recording";

/**
 * tfjs makes its random numbers in JavaScript, which a recording would freeze into constants. While one goes on, its
 * random functions become TensorFlow's stateless random ops on the pair (seed, step), one stream an op.
 */
export class RandomStreams {
  /** The input that holds (seed, step), if any random op was recorded. */
  state: Node | undefined;
  private streams = 0;

  constructor(private readonly recording: Recording) {}

  /** The key of the next stream, int32 [2]; an op's own seed gives another stream. */
  key(opSeed = 0): tf.Tensor {
    const { graph } = this.recording;
    const int32 = 3;
    this.state ??= graph.placeholder([2], int32);
    // An odd multiplier spreads neighbouring streams over all of the 32 bits.
    const stream = Math.imul(this.streams++, 0x9e3779b1) ^ Math.imul(opSeed, 0x85ebca6b);
    const offset = this.recording.constant(Int32Array.of(stream, 0), [2], int32);
    return this.recording.tensorOf(graph.op("AddV2", [], [this.state, offset])[0]);
  }
}
