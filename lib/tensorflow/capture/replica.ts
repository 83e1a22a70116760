import { backend, type tf } from "../backend";
import type { Node } from "./graph";
import { copyTo } from "./placement";
import type { ClosedOver, Recording } from "./recording";
import type { Device } from "./resource";

/** One replica of a captured step: what it reads besides its arguments and its variables. */
export class Replica {
  readonly assigned: readonly tf.Variable[];
  readonly drawsRandom: boolean;
  /** The arguments, tensors from outside, and the random state, in this order. */
  readonly inputs: readonly Node[];
  private readonly closedOver: readonly ClosedOver[];
  private readonly copies?: readonly number[];

  /** @param index The replica's index in this process. @param device Its device, for example `/device:CPU:1`. */
  constructor(
    { inputs, variables, closedOver, random }: Recording,
    readonly index: number,
    readonly device: Device,
  ) {
    this.assigned = [...variables.assigned];
    this.closedOver = closedOver;
    this.drawsRandom = random.state !== undefined;
    this.inputs = [...inputs, ...closedOver.map(({ node }) => node), ...(random.state ? [random.state] : [])];
    // Tensors such as a data set's images must be on each device, or every step would copy them.
    if (index > 0) this.copies = copyTo(device, closedOver);
  }

  /**
   * The binding's numbers of the tensors from outside that the replica reads.
   * @throws when one of them has been disposed.
   */
  read(step: string): readonly number[] {
    if (this.closedOver.some(({ dataId }) => backend().refCount(dataId) < 2)) {
      throw new Error(
        `The captured step ${step} uses a tensor from outside that has been disposed or replaced since: ` +
          "pass it as an argument, or make it a tf.variable().",
      );
    }
    return this.copies ?? backend().getInputTensorIds([...this.closedOver]);
  }

  dispose(): void {
    this.copies?.forEach((id) => {
      backend().binding.deleteTensor(id);
    });
  }
}
